import { mkdir, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Digest } from '@refbench/contracts';
import { writeFileAtomic } from './atomic-file.ts';
import { sha256OfBytes } from './digest.ts';

/** Number of texts to keep. The least recently used are removed first. */
const MAX_TEXTS = 128;

/**
 * Caches texts that are expensive to compute, in a folder that processes may share. The key is the
 * digest of all inputs. A damaged text counts as a miss, and errors on writing are ignored.
 */
export class TextCache {
  private readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  async get(key: Digest): Promise<string | undefined> {
    const path = this.pathOf(key);
    const bytes = await readFile(path).catch(() => undefined);
    const end = bytes?.indexOf('\n') ?? -1;
    if (bytes === undefined || end === -1) return undefined;
    const text = bytes.subarray(end + 1);
    if (bytes.toString('latin1', 0, end) !== sha256OfBytes(text)) return undefined;
    const now = new Date();
    await utimes(path, now, now).catch(() => undefined);
    return text.toString('utf8');
  }

  async put(key: Digest, text: string): Promise<void> {
    try {
      await mkdir(this.folder, { recursive: true });
      await writeFileAtomic(this.pathOf(key), `${sha256OfBytes(text)}\n${text}`);
      await this.prune();
    } catch {
      return;
    }
  }

  private pathOf(key: Digest): string {
    return join(this.folder, `${key.slice(key.indexOf(':') + 1)}.text`);
  }

  private async prune(): Promise<void> {
    const names = (await readdir(this.folder)).filter((name) => name.endsWith('.text'));
    if (names.length <= MAX_TEXTS) return;
    const files = await Promise.all(
      names.map(async (name) => {
        const path = join(this.folder, name);
        return { path, used: (await stat(path).catch(() => undefined))?.mtimeMs ?? 0 };
      }),
    );
    files.sort((left, right) => right.used - left.used);
    for (const { path } of files.slice(MAX_TEXTS)) await rm(path, { force: true });
  }
}
