import type { FileTags } from './file-tags.ts';

/**
 * What all maps of one tree share: the tags of its files, and the lines of the files that were shown.
 * Each is read when a map first needs it. Material belongs to one tree.
 */
export class MapMaterial {
  readonly lines = new Map<string, readonly string[]>();
  private reading: Promise<readonly FileTags[]> | undefined;

  /** Returns the tags, which `read` reads once. After a failure, they are read again. */
  async tags(read: () => Promise<readonly FileTags[]>): Promise<readonly FileTags[]> {
    this.reading ??= read();
    try {
      return await this.reading;
    } catch (error) {
      this.reading = undefined;
      throw error;
    }
  }
}
