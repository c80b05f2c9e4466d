import type { Readable } from 'node:stream';
import { CollectionRejected, type CollectionRejection } from './collected-patch.ts';

/** The time limit of one collection, combined with the signal of its caller. */
export class CollectionTimer implements Disposable {
  /** The signal for git. It is aborted after twice the time limit, so that git can still run. */
  readonly signal: AbortSignal;
  private readonly limitMs: number;
  private readonly caller: AbortSignal | undefined;
  private readonly reading = new AbortController();
  private readonly working = new AbortController();
  private readonly timers: readonly NodeJS.Timeout[];
  private readonly onStop = (): void => {
    this.reading.abort(this.caller?.reason);
    this.working.abort(this.caller?.reason);
  };

  constructor(limitMs: number, caller: AbortSignal | undefined) {
    this.limitMs = limitMs;
    this.caller = caller;
    this.signal = this.working.signal;
    this.timers = [
      setTimeout(() => this.reading.abort(this.timeout()), limitMs),
      setTimeout(() => this.working.abort(this.timeout()), 2 * limitMs),
    ];
    caller?.addEventListener('abort', this.onStop);
    if (caller?.aborted === true) this.onStop();
  }

  /** @throws CollectionRejected at the time limit; the reason of the caller's signal if it is aborted */
  check(): void {
    this.reading.signal.throwIfAborted();
  }

  /** Returns a rejection at the time limit. Throws the reason of the caller's signal if it is aborted. */
  rejection(): CollectionRejection | undefined {
    if (!this.reading.signal.aborted) return undefined;
    this.caller?.throwIfAborted();
    const { stage, message } = this.timeout();
    return { kind: 'rejected', stage, reason: message };
  }

  /** Destroys a stream at the time limit or on cancellation, so that its readers stop waiting. */
  endWith(stream: Readable): Disposable {
    const end = (): void => void stream.destroy();
    const { signal } = this.reading;
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
    return { [Symbol.dispose]: () => signal.removeEventListener('abort', end) };
  }

  [Symbol.dispose](): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.caller?.removeEventListener('abort', this.onStop);
  }

  private timeout(): CollectionRejected {
    return new CollectionRejected(
      'time',
      `the folder could not be read within ${this.limitMs / 1000} s`,
    );
  }
}
