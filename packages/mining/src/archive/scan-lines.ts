import { containsEvent } from './line-filter.ts';

const LINE_FEED = 10;
/**
 * The longest lines of the archive have about 16 MB. A longer line is not an event and must not
 * fill the memory.
 */
const MAX_LINE_BYTES = 64 * 2 ** 20;

export interface ScanTotals {
  lines: number;
  bytes: number;
  /** Lines that are longer than any event. */
  tooLong: number;
}

/**
 * Passes on each line that contains a pull request event and counts the others. A line is a view of
 * the chunk and valid only during the call. A last line without a line feed counts as a line.
 */
export class LineScanner {
  readonly totals: ScanTotals = { lines: 0, bytes: 0, tooLong: 0 };
  private readonly onLine: (line: Buffer) => void;
  private rest: Buffer[] = [];
  private restBytes = 0;

  constructor(onLine: (line: Buffer) => void) {
    this.onLine = onLine;
  }

  push(chunk: Buffer): void {
    this.totals.bytes += chunk.length;
    const first = chunk.indexOf(LINE_FEED);
    if (first < 0) {
      this.keep(chunk);
      return;
    }
    this.closeLine(chunk.subarray(0, first));
    const last = chunk.lastIndexOf(LINE_FEED);
    this.scan(chunk.subarray(first + 1, last + 1));
    this.keep(chunk.subarray(last + 1));
  }

  /** Returns true if the input ended with a line feed, as complete files do. */
  end(): boolean {
    const isWhole = this.restBytes === 0;
    if (!isWhole) this.closeLine(Buffer.alloc(0));
    return isWhole;
  }

  /** Scans complete lines, each with its line feed. */
  private scan(lines: Buffer): void {
    for (let start = 0; start < lines.length;) {
      const end = lines.indexOf(LINE_FEED, start);
      this.totals.lines += 1;
      if (containsEvent(lines, start, end)) this.onLine(lines.subarray(start, end));
      start = end + 1;
    }
  }

  private closeLine(tail: Buffer): void {
    this.totals.lines += 1;
    this.keep(tail);
    if (this.restBytes > MAX_LINE_BYTES) {
      this.totals.tooLong += 1;
    } else {
      const [only] = this.rest;
      const line = this.rest.length === 1 && only !== undefined ? only : Buffer.concat(this.rest);
      if (containsEvent(line, 0, line.length)) this.onLine(line);
    }
    this.rest = [];
    this.restBytes = 0;
  }

  private keep(part: Buffer): void {
    if (part.length === 0) return;
    this.restBytes += part.length;
    if (this.restBytes > MAX_LINE_BYTES) this.rest = [];
    else this.rest.push(part);
  }
}
