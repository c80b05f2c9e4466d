import { blobOid, startBlobHash } from '../git/object-id.ts';
import { pathProblem } from '../patch/path-policy.ts';
import type { StoredFile, WorkingFile } from '../tree/repository.ts';
import { TarError } from '../tar/read-tar.ts';
import { displayPath, type BytePath, type Tree } from '../tree/tree.ts';
import { leadsOut } from './escaping-links.ts';
import { CollectionRejected } from './collected-patch.ts';
import type { PathFilter } from './path-filter.ts';
import type { SizeBudget } from './size-budget.ts';
import type { WorkingEntry } from './working-entry.ts';

export interface WorkingFilesOptions {
  readonly entries: AsyncIterable<WorkingEntry>;
  /** Reads the entries again, to find the content of hard links to ignored files. */
  readonly reread: (() => AsyncIterable<WorkingEntry>) | undefined;
  /** The first component of all names, with its slash. */
  readonly prefix: string;
  readonly base: Tree;
  readonly filter: PathFilter;
  readonly budget: SizeBudget;
  /** Returns the size of a blob of base. */
  readonly sizeOf: (oid: string) => Promise<number>;
  /** Throws if the time limit is reached or the collection was cancelled. */
  readonly checkTime: () => void;
}

/** The maximum number of listed special files. */
const MAX_NAMED_SPECIAL = 1000;

type FileMode = '100644' | '100755';

/**
 * Reads a working folder as the files of a tree. Only paths, contents and the owner's execute bit are
 * considered.
 */
export class WorkingFiles {
  readonly skippedSpecial: string[] = [];
  private readonly options: WorkingFilesOptions;
  private readonly submodules: ReadonlySet<string>;
  /** Files by archive name, as targets of hard links. */
  private readonly read = new Map<string, { readonly file: StoredFile; readonly size: number }>();
  private readonly unresolved = new Map<string, { readonly path: BytePath; mode: FileMode }[]>();
  private readonly links = new Map<BytePath, string>();
  private readonly freshLinks: BytePath[] = [];

  constructor(options: WorkingFilesOptions) {
    this.options = options;
    const submodules = [...options.base].filter(([, entry]) => entry.mode === '160000');
    this.submodules = new Set(submodules.map(([path]) => path));
  }

  /** The reason if not all files were read. `files` then yields base's files for the rest. */
  rejection: CollectionRejected | undefined;

  /** Yields the files of the tree. A rejection ends the reading. */
  async *files(): AsyncGenerator<WorkingFile | StoredFile, void, undefined> {
    const given = new Set<BytePath>();
    try {
      for await (const file of this.readFiles()) {
        given.add(file.path);
        yield file;
      }
    } catch (error) {
      if (!(error instanceof CollectionRejected)) throw error;
      this.rejection = error;
      yield* this.restOfBase(given);
    }
  }

  /** Yields the remaining files of base. */
  private *restOfBase(given: ReadonlySet<BytePath>): Generator<StoredFile, void, undefined> {
    const folders = new Set([...given].flatMap(foldersAbove));
    for (const [path, entry] of this.options.base) {
      const isTaken = given.has(path) || folders.has(path);
      const isBelow = foldersAbove(path).some((folder) => given.has(folder as BytePath));
      if (!isTaken && !isBelow) yield { path, ...entry };
    }
  }

  private async *readFiles(): AsyncGenerator<WorkingFile | StoredFile, void, undefined> {
    const { entries, base, budget } = this.options;
    for await (const entry of entries) {
      this.options.checkTime();
      budget.countEntry();
      const path = this.pathOf(entry);
      if (path === undefined || entry.type === 'directory') continue;
      if (this.isSpecial(path, entry)) {
        if (this.skippedSpecial.length < MAX_NAMED_SPECIAL) {
          this.skippedSpecial.push(displayPath(path));
        }
        continue;
      }
      if (!(await this.options.filter.keeps(path))) continue;
      const file = await this.readEntry(path, entry);
      if (file !== undefined) yield file;
    }
    yield* this.readUnresolved();
    budget.assertNoneTooLarge();
    for (const path of this.submodules) {
      const entry = base.get(path as BytePath);
      if (entry !== undefined) yield { path: path as BytePath, ...entry };
    }
  }

  /** New or changed links that lead out of the tree. */
  escapingLinks(): readonly string[] {
    return this.freshLinks
      .filter((link) => leadsOut(link, this.links))
      .map((link) => `${displayPath(link)} -> ${this.links.get(link)}`);
  }

  /** Returns undefined for the folder itself and for everything in a `.git`, also of a nested repository. */
  private pathOf({ name, type }: WorkingEntry): BytePath | undefined {
    const plain = name.replace(/^(?:\.\/)+/, '');
    if (`${plain}/` === this.options.prefix || plain === this.options.prefix) return undefined;
    if (!plain.startsWith(this.options.prefix)) {
      throw new TarError(`the archive has "${name}", which is not below ${this.options.prefix}`);
    }
    const inside = plain.slice(this.options.prefix.length);
    const path = (type === 'directory' ? inside.replace(/\/$/, '') : inside) as BytePath;
    if (path.split('/').some((component) => component.toLowerCase() === '.git')) return undefined;
    const problem = pathProblem(path);
    if (problem !== undefined) throw new CollectionRejected('path', problem);
    return path;
  }

  private isSpecial(path: BytePath, { type }: WorkingEntry): boolean {
    if (type === 'special' || this.submodules.has(path)) return true;
    if (this.submodules.size === 0) return false;
    return [...this.submodules].some((submodule) => path.startsWith(`${submodule}/`));
  }

  private async readEntry(
    path: BytePath,
    entry: WorkingEntry,
  ): Promise<WorkingFile | StoredFile | undefined> {
    const mode: FileMode = (entry.mode & 0o100) === 0 ? '100644' : '100755';
    if (entry.type === 'symlink') {
      this.links.set(path, entry.linkTarget);
      const bytes = Buffer.from(entry.linkTarget, 'latin1');
      const link = this.take({ path, mode: '120000', bytes }, entry.name);
      if (!('oid' in link)) this.freshLinks.push(path);
      return link;
    }
    if (entry.type === 'file') return this.readFile(path, mode, entry);
    const target = entry.linkTarget.replace(/^(?:\.\/)+/, '');
    const first = this.read.get(target);
    if (first !== undefined) return this.linkTo(path, first);
    // The target of the hard link is ignored or in a `.git`.
    this.unresolved.set(target, [...(this.unresolved.get(target) ?? []), { path, mode }]);
    return undefined;
  }

  private async readFile(
    path: BytePath,
    mode: FileMode,
    entry: WorkingEntry,
  ): Promise<WorkingFile | StoredFile | undefined> {
    const { base, budget } = this.options;
    const tracked = base.get(path);
    if (budget.fits(entry.size)) {
      const parts: Buffer[] = [];
      for await (const part of entry.body()) parts.push(part);
      return this.take({ path, mode, bytes: Buffer.concat(parts) }, entry.name);
    }
    // A large file is allowed if it is unchanged. It is read only if its size is that of base.
    if (tracked !== undefined && (await this.options.sizeOf(tracked.oid)) === entry.size) {
      const hash = startBlobHash(entry.size);
      for await (const part of entry.body()) {
        this.options.checkTime();
        hash.update(part);
      }
      if (hash.digest('hex') === tracked.oid) {
        return this.note({ ...tracked, path, mode }, entry.size, entry.name);
      }
    }
    budget.addTooLarge(path, entry.size);
    return undefined;
  }

  private take(file: WorkingFile, archiveName: string): WorkingFile | StoredFile {
    const tracked = this.options.base.get(file.path);
    const oid = blobOid(file.bytes);
    const stored = this.note(
      { path: file.path, mode: file.mode, oid },
      file.bytes.length,
      archiveName,
    );
    if (tracked?.oid !== oid) this.options.budget.addChanged(file.path, file.bytes.length);
    return tracked?.oid === oid ? stored : file;
  }

  private note(file: StoredFile, size: number, archiveName: string): StoredFile {
    this.read.set(archiveName.replace(/^(?:\.\/)+/, ''), { file, size });
    return file;
  }

  /** A hard link becomes a separate file in the tree and counts as one. */
  private linkTo(
    path: BytePath,
    { file, size }: { readonly file: StoredFile; readonly size: number },
  ): StoredFile {
    if (this.options.base.get(path)?.oid !== file.oid) this.options.budget.addChanged(path, size);
    return { path, mode: file.mode, oid: file.oid };
  }

  private async *readUnresolved(): AsyncGenerator<WorkingFile | StoredFile, void, undefined> {
    if (this.unresolved.size === 0) return;
    if (this.options.reread !== undefined) {
      for await (const entry of this.options.reread()) {
        this.options.checkTime();
        const name = entry.name.replace(/^(?:\.\/)+/, '');
        const waiting = this.unresolved.get(name) ?? [];
        if (waiting.length === 0 || entry.type !== 'file') continue;
        this.unresolved.delete(name);
        const [first, ...others] = waiting;
        if (first === undefined) continue;
        const file = await this.readFile(first.path, first.mode, entry);
        if (file !== undefined) yield file;
        const stored = this.read.get(name);
        for (const { path } of others) if (stored !== undefined) yield this.linkTo(path, stored);
      }
    }
    const left = [...this.unresolved.values()].flat();
    if (left.length === 0) return;
    const named = left.slice(0, 5).map(({ path }) => displayPath(path));
    throw new CollectionRejected(
      'link',
      `${left.length} files are hard links to ignored files: ${named.join(', ')}`,
    );
  }
}

function foldersAbove(path: BytePath): readonly string[] {
  const names = path.split('/');
  return names.slice(1).map((_, index) => names.slice(0, index + 1).join('/'));
}
