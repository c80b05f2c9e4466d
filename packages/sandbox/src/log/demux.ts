const HEADER_BYTES = 8;

export type OutputStream = 'stdout' | 'stderr';

/**
 * Splits an attached stream into stdout and stderr. It consists of frames of `[stream, 0, 0, 0,
 * length as big-endian u32]` and payload, which the transport may split anywhere. Payload is passed
 * on as it arrives, so memory does not grow with the length of a frame.
 */
export class Demuxer {
  private readonly emit: (stream: OutputStream, chunk: Buffer) => void;
  private readonly header: Buffer = Buffer.alloc(HEADER_BYTES);
  private headerBytes = 0;
  private payloadBytes = 0;
  private stream: OutputStream = 'stdout';

  constructor(emit: (stream: OutputStream, chunk: Buffer) => void) {
    this.emit = emit;
  }

  write(chunk: Buffer): void {
    let offset = 0;
    while (offset < chunk.length) {
      offset = this.payloadBytes > 0 ? this.payload(chunk, offset) : this.frame(chunk, offset);
    }
  }

  private payload(chunk: Buffer, offset: number): number {
    const end = Math.min(chunk.length, offset + this.payloadBytes);
    this.payloadBytes -= end - offset;
    this.emit(this.stream, chunk.subarray(offset, end));
    return end;
  }

  private frame(chunk: Buffer, offset: number): number {
    const end = Math.min(chunk.length, offset + HEADER_BYTES - this.headerBytes);
    chunk.copy(this.header, this.headerBytes, offset, end);
    this.headerBytes += end - offset;
    if (this.headerBytes === HEADER_BYTES) {
      this.headerBytes = 0;
      this.stream = this.header[0] === 2 ? 'stderr' : 'stdout';
      this.payloadBytes = this.header.readUInt32BE(4);
    }
    return end;
  }
}
