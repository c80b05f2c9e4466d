/** Wakes the calls that wait until another call has settled and part of the budget is free again. */
export class BudgetWaiter {
  private readonly waiting = new Set<() => void>();

  /** Wakes all waiting calls. */
  notify(): void {
    for (const wake of this.waiting) wake();
    this.waiting.clear();
  }

  /** Resolves at the next settlement, or when the signal fires. */
  async wait(signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        signal.removeEventListener('abort', wake);
        this.waiting.delete(wake);
        resolve();
      };
      this.waiting.add(wake);
      signal.addEventListener('abort', wake);
    });
  }
}
