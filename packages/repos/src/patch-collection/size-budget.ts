import { displayPath, type BytePath } from '../tree/tree.ts';
import type { CollectionLimits } from './collection-limits.ts';
import { CollectionRejected } from './collected-patch.ts';

const NAMED_FILES = 5;

/** Counts the changes of an attempt, and names the largest files if a limit is exceeded. */
export class SizeBudget {
  private readonly limits: CollectionLimits;
  private readonly folders = new Map<string, number>();
  private largest: { readonly path: BytePath; readonly size: number }[] = [];
  private tooLarge: { readonly path: BytePath; readonly size: number }[] = [];
  private tooLargeCount = 0;
  private files = 0;
  private bytes = 0;
  private entries = 0;

  constructor(limits: CollectionLimits) {
    this.limits = limits;
  }

  countEntry(): void {
    this.entries += 1;
    if (this.entries <= this.limits.entries) return;
    throw new CollectionRejected(
      'entries',
      `the folder has more than ${this.limits.entries} entries`,
    );
  }

  fits(size: number): boolean {
    return size <= this.limits.fileBytes;
  }

  /** Only recorded, so that the reason can name all such files. */
  addTooLarge(path: BytePath, size: number): void {
    this.tooLargeCount += 1;
    this.tooLarge = keepLargest([...this.tooLarge, { path, size }]);
  }

  addChanged(path: BytePath, size: number): void {
    this.files += 1;
    this.bytes += size;
    this.largest = keepLargest([...this.largest, { path, size }]);
    const folder = path.includes('/') ? path.slice(0, path.indexOf('/')) : '.';
    this.folders.set(folder, (this.folders.get(folder) ?? 0) + 1);
    if (this.files > this.limits.files) {
      const most = [...this.folders].sort((a, b) => b[1] - a[1]).slice(0, NAMED_FILES);
      const named = most.map(([name, count]) => `${displayPath(name as BytePath)} (${count})`);
      throw new CollectionRejected(
        'size',
        `more than ${this.limits.files} files are new or changed, most of them in ${named.join(', ')}`,
      );
    }
    if (this.bytes > this.limits.totalBytes) {
      throw new CollectionRejected(
        'size',
        `new and changed files have more than ${this.limits.totalBytes} bytes; the largest: ${describe(this.largest)}`,
      );
    }
  }

  assertNoneTooLarge(): void {
    if (this.tooLargeCount === 0) return;
    throw new CollectionRejected(
      'size',
      `${this.tooLargeCount} new or changed files are over ${this.limits.fileBytes} bytes: ${describe(this.tooLarge)}`,
    );
  }
}

function keepLargest<T extends { readonly size: number }>(files: T[]): T[] {
  return files.sort((a, b) => b.size - a.size).slice(0, NAMED_FILES);
}

function describe(files: readonly { readonly path: BytePath; readonly size: number }[]): string {
  return files.map(({ path, size }) => `${displayPath(path)} (${size})`).join(', ');
}
