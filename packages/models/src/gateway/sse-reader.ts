import { StringDecoder } from 'node:string_decoder';

/** Larger events are not kept, and their stream can no longer be metered. */
const MAX_EVENT_CHARS = 32_000_000;

/** Extracts the data of server-sent events from chunks. */
export class SseReader {
  private readonly decoder = new StringDecoder('utf8');
  private rest = '';
  private data: string[] = [];
  private overflow = false;

  /** Returns the events that the chunk completes. */
  push(chunk: Buffer): readonly string[] {
    if (this.overflow) return [];
    const text = this.rest + this.decoder.write(chunk);
    const lines = text.split('\n');
    this.rest = lines.pop() ?? '';
    if (this.rest.length > MAX_EVENT_CHARS) this.overflow = true;
    return lines.flatMap((line) => this.line(line.endsWith('\r') ? line.slice(0, -1) : line));
  }

  /** Returns a last event without a trailing empty line. */
  end(): readonly string[] {
    if (this.overflow) return [];
    const last = this.rest + this.decoder.end();
    this.rest = '';
    return [...this.line(last), ...this.line('')];
  }

  private line(line: string): readonly string[] {
    if (line.startsWith('data:')) this.data.push(line.slice(line[5] === ' ' ? 6 : 5));
    if (line !== '' || this.data.length === 0) return [];
    const event = this.data.join('\n');
    this.data = [];
    return [event];
  }
}
