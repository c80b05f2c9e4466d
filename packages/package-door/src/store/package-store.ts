import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  exists,
  guardDisk,
  makeFolder,
  makeOwnedFolder,
  readJsonFile,
  writeJsonFile,
} from '@refbench/base';
import { z } from 'zod';

/** Content in the store. */
export interface Stored {
  /** SHA-256 in hexadecimal digits. */
  readonly sha256: string;
  readonly bytes: number;
}

/** Content under a path of a door. A path can have two forms. */
export interface HandedOutEntry extends Stored {
  readonly path: string;
  readonly form?: string;
}

/** Digests of a stream, by algorithm. */
export interface Digests {
  readonly sha1: string;
  readonly sha256: string;
  readonly sha512: string;
}

/**
 * - `archives`, `documents`: what a registry answered to a request.
 * - `handed-out`: what a door of this host handed out under a path.
 */
export type NoteKind = 'archives' | 'documents' | 'handed-out';

/** What is noted about a key: the content, and what the registry said of it. */
export interface StoredNote extends Stored {
  readonly key: string;
  readonly at: string;
  readonly type: string;
  readonly modified: string | null;
}

const storedSchema: z.ZodType<StoredNote> = z.strictObject({
  key: z.string(),
  sha256: z.string(),
  bytes: z.int().min(0),
  at: z.iso.datetime(),
  type: z.string(),
  modified: z.iso.datetime().nullable(),
});

/**
 * Archives and documents by their digest, for all attempts and commands of a state folder. A file is
 * written under a temporary name and renamed, so any number of processes can share the folder.
 */
export class PackageStore implements AsyncDisposable {
  private readonly root: string;
  private readonly scratch: AsyncDisposable & { readonly path: string };

  private constructor(root: string, scratch: AsyncDisposable & { readonly path: string }) {
    this.root = root;
    this.scratch = scratch;
  }

  static async open(stateDir: string): Promise<PackageStore> {
    const root = join(stateDir, 'packages');
    await makeFolder(join(root, 'content'));
    return new PackageStore(root, await makeOwnedFolder(join(stateDir, 'scratch'), stateDir));
  }

  /** The file with this content, whether or not it exists. */
  pathOf(sha256: string): string {
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new RangeError(`${sha256} is no SHA-256`);
    return join(this.root, 'content', sha256.slice(0, 2), sha256);
  }

  async has({ sha256, bytes }: Stored): Promise<boolean> {
    const info = await stat(this.pathOf(sha256)).catch(() => undefined);
    return info?.size === bytes;
  }

  /** Whether the content still has its digest: a disk can be full, a file can be edited. */
  async isSound(stored: Stored): Promise<boolean> {
    if (!(await this.has(stored))) return false;
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(this.pathOf(stored.sha256)))
      hash.update(chunk as Buffer);
    return hash.digest('hex') === stored.sha256;
  }

  /** Stores a stream. `accept` may refuse it by throwing; then nothing is kept. */
  async put(
    chunks: AsyncIterable<Buffer>,
    accept: (digests: Digests) => void = () => undefined,
  ): Promise<Stored> {
    const file = join(this.scratch.path, randomBytes(8).toString('hex'));
    const hashes = ['sha1', 'sha256', 'sha512'].map((name) => createHash(name));
    let bytes = 0;
    try {
      await guardDisk(file, () =>
        pipeline(
          chunks,
          async function* observe(source: AsyncIterable<Buffer>) {
            for await (const chunk of source) {
              bytes += chunk.length;
              for (const hash of hashes) hash.update(chunk);
              yield chunk;
            }
          },
          createWriteStream(file),
        ),
      );
      const [sha1 = '', sha256 = '', sha512 = ''] = hashes.map((hash) => hash.digest('hex'));
      accept({ sha1, sha256, sha512 });
      await this.keep(file, sha256);
      return { sha256, bytes };
    } finally {
      await rm(file, { force: true });
    }
  }

  async putBytes(bytes: Buffer): Promise<Stored> {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const stored = { sha256, bytes: bytes.length };
    if (await this.has(stored)) return stored;
    return await this.put(
      (async function* once() {
        yield await Promise.resolve(bytes);
      })(),
    );
  }

  /** Reads what was noted about a key, if its content is still there. */
  async noted(kind: NoteKind, key: string): Promise<StoredNote | undefined> {
    const file = await readJsonFile(this.notePath(kind, key), storedSchema);
    if (file.kind !== 'valid' || file.value.key !== key) return undefined;
    return (await this.has(file.value)) ? file.value : undefined;
  }

  async note(kind: NoteKind, note: StoredNote): Promise<void> {
    await writeJsonFile(this.notePath(kind, note.key), note);
  }

  /** Notes that a door handed out this content under a path. */
  async noteHandedOut(instance: string, entry: HandedOutEntry): Promise<void> {
    const { sha256, bytes } = entry;
    const key = handedOutKey(instance, entry);
    if ((await this.noted('handed-out', key)) !== undefined) return;
    const at = new Date().toISOString();
    await this.note('handed-out', { key, sha256, bytes, at, type: '', modified: null });
  }

  /** Whether a door of this host handed out this content under this path, and it is still sound. */
  async wasHandedOut(instance: string, entry: HandedOutEntry): Promise<boolean> {
    const note = await this.noted('handed-out', handedOutKey(instance, entry));
    return note !== undefined && (await this.isSound(entry));
  }

  /** A file for verdicts of one gate about one content. */
  verdictPath(gate: string, sha256: string): string {
    return join(this.root, 'verdicts', keyOf(gate).slice(0, 16), `${sha256}.json`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.scratch[Symbol.asyncDispose]();
  }

  private notePath(kind: string, key: string): string {
    const name = keyOf(key);
    return join(this.root, kind, name.slice(0, 2), `${name}.json`);
  }

  private async keep(file: string, sha256: string): Promise<void> {
    const target = this.pathOf(sha256);
    if (await exists(target)) await rm(target, { force: true });
    await makeFolder(dirname(target));
    await guardDisk(target, () => rename(file, target));
  }
}

function keyOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function handedOutKey(instance: string, { path, form = '', sha256 }: HandedOutEntry): string {
  return [instance, form, path, sha256].join(' ');
}
