import { StringDecoder } from 'node:string_decoder';

/** Beyond it an event is not kept: its stream can no longer be metered. */
const MAX_EVENT_CHARS = 32_000_000;

/** Finds the data of server-sent events in chunks cut anywhere. */
export class SseReader {
  private readonly decoder = new StringDecoder('utf8');
  private rest = '';
  private data: string[] = [];
  private overflow = false;

  /** The events that the chunk completes. */
  push(chunk: Buffer): readonly string[] {
    if (this.overflow) return [];
    const text = this.rest + this.decoder.write(chunk);
    const lines = text.split('\n');
    this.rest = lines.pop() ?? '';
    if (this.rest.length > MAX_EVENT_CHARS) this.overflow = true;
    return lines.flatMap((line) => this.line(line.endsWith('\r') ? line.slice(0, -1) : line));
  }

  /** An event at the very end may lack its empty line. */
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
