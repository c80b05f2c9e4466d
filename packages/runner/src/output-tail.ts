/** The newest bytes of a stream; older ones go where it grows over its size. */
export class OutputTail {
  private readonly limit: number;
  private chunks: Buffer[] = [];
  private size = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  add(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.size += chunk.length;
    // Joined only when twice too long, so that many small chunks cost no more than one large one.
    if (this.size > 2 * this.limit) this.join();
  }

  bytes(): Buffer {
    return this.join();
  }

  private join(): Buffer {
    const all = Buffer.concat(this.chunks);
    const kept = all.subarray(Math.max(0, all.length - this.limit));
    this.chunks = [kept];
    this.size = kept.length;
    return kept;
  }
}
