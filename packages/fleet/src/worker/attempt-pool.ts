import type { AttemptProcess } from './attempt-process.ts';

/** A process that is not needed for this long ends, in milliseconds. */
const IDLE_MS = 30_000;

interface Idle {
  readonly key: string;
  readonly attempts: AttemptProcess;
  readonly timer: NodeJS.Timeout;
}

/**
 * Keeps processes for the next attempt of the same run: starting one and preparing its instance takes
 * longer than many an attempt.
 */
export class AttemptPool implements AsyncDisposable {
  private readonly idle = new Set<Idle>();
  private readonly closing = new Set<Promise<void>>();

  /**
   * Returns an idle process for attempts of this kind, or starts one.
   * @param key equal for attempts that one process can make: run, command and engine
   */
  async acquire(key: string, start: () => Promise<AttemptProcess>): Promise<AttemptProcess> {
    for (const entry of this.idle) {
      if (entry.key !== key) continue;
      this.forget(entry);
      if (entry.attempts.isUsable()) return entry.attempts;
      this.close(entry.attempts);
    }
    return await start();
  }

  /** Gives a process back after its attempt. */
  release(key: string, attempts: AttemptProcess): void {
    if (!attempts.isUsable()) {
      this.close(attempts);
      return;
    }
    const entry: Idle = {
      key,
      attempts,
      timer: setTimeout(() => {
        this.forget(entry);
        this.close(attempts);
      }, IDLE_MS),
    };
    this.idle.add(entry);
  }

  /** Lets every process end, and waits for that. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (const entry of this.idle) {
      this.forget(entry);
      this.close(entry.attempts);
    }
    await Promise.all(this.closing);
  }

  private forget(entry: Idle): void {
    clearTimeout(entry.timer);
    this.idle.delete(entry);
  }

  private close(attempts: AttemptProcess): void {
    const closed = attempts.close();
    this.closing.add(closed);
    void closed.finally(() => this.closing.delete(closed));
  }
}
