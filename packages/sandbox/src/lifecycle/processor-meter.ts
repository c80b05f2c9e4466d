import { createInterface } from 'node:readline';
import { addAbortSignal } from 'node:stream';
import { statsResponse } from '../api/responses.ts';
import type { ContainerHandle } from './container-handle.ts';

/**
 * Follows how much processor time a running container has used. The engine tells it about once a second, so what a
 * container used in its last second is missing. An engine that does not tell it leaves it unknown.
 */
export class ProcessorMeter implements Disposable {
  readonly #end: AbortController = new AbortController();
  #usedMs: number | undefined;

  constructor(handle: ContainerHandle) {
    void this.#follow(handle).catch(() => undefined);
  }

  /** Milliseconds of all processors together. */
  get usedMs(): number | undefined {
    return this.#usedMs;
  }

  async #follow(handle: ContainerHandle): Promise<void> {
    const stream = await handle.api.stream({
      method: 'GET',
      path: handle.path('stats'),
      query: { stream: true },
      timeoutMs: undefined,
    });
    const { signal } = this.#end;
    if (signal.aborted) {
      stream.destroy();
      return;
    }
    addAbortSignal(signal, stream);
    for await (const line of createInterface({ input: stream })) {
      const parsed = statsResponse.safeParse(JSON.parse(line));
      const nanoseconds = parsed.data?.cpu_stats?.cpu_usage?.total_usage ?? 0;
      // A container that has ended counts from zero.
      if (nanoseconds > 0) this.#usedMs = Math.round(nanoseconds / 1e6);
    }
  }

  [Symbol.dispose](): void {
    this.#end.abort();
  }
}
