import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { EngineApi } from '../api/engine-api.ts';
import type { ContainerLog, StartOptions } from '../contract/container.ts';
import { Demuxer } from '../log/demux.ts';
import { LogCollector } from '../log/log-collector.ts';

/**
 * The attached output of a container. It is always drained, because a slow reader would block the
 * container.
 */
export class Output {
  private readonly stream: Readable;
  private readonly collector: LogCollector;
  private readonly ended: Promise<void>;
  private lastByte: number = performance.now();

  private constructor(stream: Readable, logBytes: number, listener: StartOptions['onOutput']) {
    this.stream = stream;
    this.collector = new LogCollector(logBytes);
    const demuxer = new Demuxer((name, chunk) => {
      this.collector.write(chunk);
      try {
        listener?.(name, chunk);
      } catch {
        // An error in the caller's listener must not lose the log of the container.
      }
    });
    stream.on('data', (chunk: Buffer) => {
      this.lastByte = performance.now();
      demuxer.write(chunk);
    });
    this.ended = finished(stream).catch(() => undefined);
  }

  /** Attaches before the start, so that no output is lost. */
  static async attach(
    api: EngineApi,
    id: string,
    logBytes: number,
    listener: StartOptions['onOutput'],
  ): Promise<Output> {
    const stream = await api.stream({
      method: 'POST',
      path: `/containers/${id}/attach`,
      query: { stream: true, stdout: true, stderr: true },
      timeoutMs: undefined,
    });
    return new Output(stream, logBytes, listener);
  }

  /** Milliseconds since the last byte, or since the attach. */
  get silentMs(): number {
    return performance.now() - this.lastByte;
  }

  /**
   * Waits for the remaining output of a container that has ended, as long as some still arrives. One
   * that the engine could not stop may write for ever.
   */
  async close(silentMs: number, mostMs: number): Promise<ContainerLog> {
    const stop = (): void => {
      this.stream.destroy();
    };
    const silent = setTimeout(stop, silentMs);
    const most = setTimeout(stop, mostMs);
    this.stream.on('data', () => silent.refresh());
    await this.ended;
    clearTimeout(silent);
    clearTimeout(most);
    return this.collector.log;
  }

  cancel(): void {
    this.stream.destroy();
  }
}
