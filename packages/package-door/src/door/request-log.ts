import type { PackageRequest } from '@refbench/contracts';
import { Journal } from '@refbench/base';

/** A client that asks more often than this is broken or attacks the host. */
const MAX_REQUESTS = 100_000;

/** packages.jsonl: one line per request. Lines beyond the limit are dropped. */
export class RequestLog implements AsyncDisposable {
  private readonly journal: Journal<PackageRequest> | undefined;
  private count = 0;
  private pending: PackageRequest[] = [];
  private writing: Promise<void> = Promise.resolve();

  private constructor(journal: Journal<PackageRequest> | undefined) {
    this.journal = journal;
  }

  static async open(file: string | undefined): Promise<RequestLog> {
    return new RequestLog(file === undefined ? undefined : await Journal.open(file));
  }

  /** Whether a further request may be answered. */
  get isOpen(): boolean {
    return this.count < MAX_REQUESTS;
  }

  /** Lines are written together, so that no answer waits for the disk. */
  add(line: PackageRequest): void {
    this.count += 1;
    if (this.journal === undefined) return;
    this.pending.push(line);
    if (this.pending.length === 1) this.writing = this.writing.then(() => this.write());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.writing;
    await this.write();
    await this.journal?.[Symbol.asyncDispose]();
  }

  private async write(): Promise<void> {
    const lines = this.pending;
    this.pending = [];
    if (lines.length > 0) await this.journal?.appendAll(lines);
  }
}
