import { PatchError } from './patch-error.ts';

const NEWLINE = 0x0a;

/** Limits the number of lines, because each is a separate object in memory. */
const MAX_LINES = 4_000_000;

/** Iterates over the lines of a patch. Only a line feed ends a line. */
export class LineCursor {
  private readonly bytes: Buffer;
  private lineNumber = 1;
  private start = 0;
  private end: number;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
    this.end = this.findEnd();
  }

  get atEnd(): boolean {
    return this.start >= this.bytes.length;
  }

  /** Byte offset of the current line. */
  get offset(): number {
    return this.start;
  }

  /** The current line without its line feed; undefined at the end. A view. */
  get line(): Buffer | undefined {
    return this.atEnd ? undefined : this.bytes.subarray(this.start, this.end);
  }

  /** Like `line`, with one character per byte; empty at the end. */
  get text(): string {
    return this.atEnd ? '' : this.bytes.toString('latin1', this.start, this.end);
  }

  /** First byte of the line; 0x0a for an empty one; undefined at the end. */
  get firstByte(): number | undefined {
    return this.bytes[this.start];
  }

  /** False for a last line without a line feed. */
  get isTerminated(): boolean {
    return this.end < this.bytes.length;
  }

  startsWith(prefix: string): boolean {
    return (
      this.end - this.start >= prefix.length &&
      this.bytes.toString('latin1', this.start, this.start + prefix.length) === prefix
    );
  }

  advance(): void {
    this.start = this.end + 1;
    this.lineNumber += 1;
    if (this.lineNumber > MAX_LINES) {
      throw new PatchError('size', `the patch has more than ${MAX_LINES} lines`);
    }
    this.end = this.findEnd();
  }

  fail(reason: string): PatchError {
    return new PatchError('parse', `line ${this.lineNumber} of the patch: ${reason}`);
  }

  private findEnd(): number {
    const at = this.bytes.indexOf(NEWLINE, this.start);
    return at < 0 ? this.bytes.length : at;
  }
}
