import type { Readable } from 'node:stream';
import { currentOwner, parseJson } from '@refbench/base';
import { z } from 'zod';
import type { EngineApi } from '../api/engine-api.ts';
import { OWNER_LABEL } from '../security-profile/labels.ts';

const eventSchema = z.object({
  Action: z.string(),
  Actor: z.object({ ID: z.string(), Attributes: z.record(z.string(), z.string()) }),
});

const MAX_LINE_CHARS = 2 ** 20;

/**
 * Watches the events of the engine for all containers of this process. It distinguishes signals
 * that the engine sent (a stopping daemon, `docker kill`) from those of processes inside; both end
 * with 143 or 137. A restarted daemon has no old events, so they must be received live.
 */
export class EventWatch {
  private readonly api: EngineApi;
  private readonly signals = new Map<string, string[]>();
  private readonly oom = new Set<string>();
  private stream: Promise<Readable> | undefined;
  private breaks = 0;

  constructor(api: EngineApi) {
    this.api = api;
  }

  /** Resolves when events are received. Each later break of the stream is counted. */
  async open(): Promise<void> {
    this.stream ??= this.listen();
    try {
      await this.stream;
    } catch (error) {
      this.stream = undefined;
      throw error;
    }
  }

  /** Number of breaks of the stream so far. */
  get breakCount(): number {
    return this.breaks;
  }

  /** Returns the signals that the engine sent to a container, in order. */
  signalsTo(id: string): readonly string[] {
    return this.signals.get(id) ?? [];
  }

  /** Returns true if a process of a container was killed for lack of memory. */
  oomIn(id: string): boolean {
    return this.oom.has(id);
  }

  forget(id: string): void {
    this.signals.delete(id);
    this.oom.delete(id);
  }

  async close(): Promise<void> {
    const stream = await this.stream?.catch(() => undefined);
    stream?.removeAllListeners('close');
    stream?.destroy();
  }

  private async listen(): Promise<Readable> {
    const stream = await this.api.stream({
      method: 'GET',
      path: '/events',
      query: {
        filters: {
          type: ['container'],
          event: ['kill', 'oom'],
          label: [`${OWNER_LABEL}=${currentOwner()}`],
        },
      },
      timeoutMs: undefined,
    });
    // The open stream must not keep an otherwise idle process alive.
    unref(stream);
    const decoder = new TextDecoder();
    let rest = '';
    stream.on('data', (chunk: Buffer) => {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = (lines.pop() ?? '').slice(-MAX_LINE_CHARS);
      for (const line of lines) this.receive(line);
    });
    stream.on('error', () => undefined);
    stream.once('close', () => {
      this.breaks += 1;
      this.stream = undefined;
    });
    return stream;
  }

  private receive(line: string): void {
    const event = parseJson(line, eventSchema);
    if (event.kind !== 'valid') return;
    const { ID, Attributes } = event.value.Actor;
    if (event.value.Action === 'oom') {
      this.oom.add(ID);
      return;
    }
    const signals = this.signals.get(ID) ?? [];
    signals.push(Attributes['signal'] ?? 'unknown');
    this.signals.set(ID, signals);
  }
}

function unref(stream: Readable): void {
  if ('socket' in stream && typeof stream.socket === 'object' && stream.socket !== null) {
    const { socket } = stream;
    if ('unref' in socket && typeof socket.unref === 'function') socket.unref();
  }
}
