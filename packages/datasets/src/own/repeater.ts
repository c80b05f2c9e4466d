import { setTimeout as delay } from 'node:timers/promises';

/** Calls a function after changes, with a pause between two calls, and never twice at a time. */
export class Repeater {
  private readonly act: () => Promise<void>;
  private readonly pauseMs: number;
  private readonly ending = new AbortController();
  private running: Promise<void> | undefined;
  private isStale = false;
  private failure: unknown;

  constructor(act: () => Promise<void>, pauseMs: number) {
    this.act = act;
    this.pauseMs = pauseMs;
  }

  changed(): void {
    this.isStale = true;
    this.running ??= this.run()
      .catch((error: unknown) => {
        this.failure ??= error;
      })
      .finally(() => {
        this.running = undefined;
      });
  }

  /** Waits for the last call, without a pause. @throws the first error of any call */
  async end(): Promise<void> {
    this.ending.abort();
    await this.running;
    if (this.failure !== undefined) throw this.failure;
  }

  private async run(): Promise<void> {
    while (this.isStale) {
      this.isStale = false;
      await this.act();
      await delay(this.pauseMs, undefined, { signal: this.ending.signal }).catch(() => undefined);
    }
  }
}
