/**
 * Runs tasks concurrently. Adding a task waits while the limit is reached. The first failure is
 * thrown.
 */
export class TaskQueue {
  private readonly limit: number;
  private readonly running = new Set<Promise<void>>();
  private failure: { readonly error: unknown } | undefined;

  constructor(limit: number) {
    this.limit = limit;
  }

  async add(run: () => Promise<void>): Promise<void> {
    while (this.running.size >= this.limit) await Promise.race(this.running);
    this.throwFailure();
    const task: Promise<void> = run()
      .catch((error: unknown) => void (this.failure ??= { error }))
      .finally(() => this.running.delete(task));
    this.running.add(task);
  }

  async drain(): Promise<void> {
    await Promise.all(this.running);
    this.throwFailure();
  }

  private throwFailure(): void {
    if (this.failure !== undefined) throw this.failure.error;
  }
}
