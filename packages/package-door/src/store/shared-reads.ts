import type { Subject } from '../contract/package-file.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { PackageStore } from './package-store.ts';
import { readFile } from 'node:fs/promises';

/** Answers of registries serve for this long. A cut-off date makes them change rarely. */
const FRESH_MS = 24 * 60 * 60_000;

export interface SharedPage {
  readonly body: Buffer;
  readonly type: string;
  readonly modified: Date | undefined;
}

/** Reads pages of registries once for all attempts. A page that is being read is not asked for again. */
export class SharedReads {
  private readonly store: PackageStore;
  private readonly upstream: Upstream;
  private readonly running = new Map<string, Promise<SharedPage | undefined>>();

  constructor(store: PackageStore, upstream: Upstream) {
    this.store = store;
    this.upstream = upstream;
  }

  /** Returns a page; undefined if the registry has none. */
  async read(url: string, about: Subject, accept = '*/*'): Promise<SharedPage | undefined> {
    return await this.once(`GET ${accept} ${url}`, () =>
      this.upstream.document(url, { about, accept }),
    );
  }

  /** Returns the time of the last change of a file; undefined if there is no such file. */
  async modified(
    url: string,
    about: Subject,
  ): Promise<{ readonly at: Date | undefined } | undefined> {
    const page = await this.once(`HEAD ${url}`, async () => {
      const found = await this.upstream.modified(url, about);
      return found && { body: Buffer.alloc(0), type: '', modified: found.at };
    });
    return page && { at: page.modified };
  }

  private async once(
    key: string,
    ask: () => Promise<SharedPage | undefined>,
  ): Promise<SharedPage | undefined> {
    const running = this.running.get(key);
    if (running !== undefined) return await running;
    const page = this.stored(key).then(async (stored) => stored ?? (await this.fresh(key, ask)));
    this.running.set(key, page);
    try {
      return await page;
    } finally {
      this.running.delete(key);
    }
  }

  private async stored(key: string): Promise<SharedPage | undefined> {
    const note = await this.store.noted('documents', key);
    if (note === undefined || Date.now() - Date.parse(note.at) > FRESH_MS) return undefined;
    const body = await readFile(this.store.pathOf(note.sha256));
    const modified = note.modified === null ? undefined : new Date(note.modified);
    return { body, type: note.type, modified };
  }

  private async fresh(
    key: string,
    ask: () => Promise<SharedPage | undefined>,
  ): Promise<SharedPage | undefined> {
    const page = await ask();
    if (page === undefined) return undefined;
    const stored = await this.store.putBytes(page.body);
    await this.store.note('documents', {
      key,
      ...stored,
      at: new Date().toISOString(),
      type: page.type,
      modified: page.modified?.toISOString() ?? null,
    });
    return page;
  }
}
