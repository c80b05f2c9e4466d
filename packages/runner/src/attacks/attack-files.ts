import { isTestPath, languageOfPath, type Language } from '@refbench/code-facts';
import type { AttackFiles as FileSet, Instance } from '@refbench/contracts';
import type { GradableInstance } from '@refbench/instances';
import {
  bytePath,
  displayPath,
  type StoredFile,
  type Tree,
  type WorkingFile,
} from '@refbench/repos';
import { isSourcePath } from '@refbench/suites';

/** The languages of files that the language of an instance stands for. */
const FILE_LANGUAGES: Readonly<Record<Instance['language'], readonly Language[]>> = {
  typescript: ['TypeScript', 'Tsx', 'JavaScript'],
  javascript: ['JavaScript', 'TypeScript', 'Tsx'],
  python: ['Python'],
  go: ['Go'],
  java: ['Java'],
  rust: ['Rust'],
  c: ['C', 'Cpp'],
  cpp: ['Cpp', 'C'],
};

/** The files that rules match. */
export type MatchedFiles = Readonly<Record<'matched' | 'golden', ReadonlySet<string>>>;

type Change = { readonly text: string } | { readonly link: string } | 'removed';

/** The files of base, as an attack changes them step by step. */
export class AttackFiles {
  private readonly prepared: GradableInstance;
  private readonly matched: MatchedFiles;
  private readonly changes = new Map<string, Change>();

  constructor(prepared: GradableInstance, matched: MatchedFiles) {
    this.prepared = prepared;
    this.matched = matched;
  }

  /** The paths of a set that are still regular files. */
  in(set: FileSet): readonly string[] {
    const { baseTree, instance } = this.prepared;
    const languages = FILE_LANGUAGES[instance.language];
    const paths = new Set([...[...baseTree.keys()].map(displayPath), ...this.changes.keys()]);
    return [...paths].filter((path) => {
      const language = languageOfPath(path);
      if (language === undefined || !languages.includes(language)) return false;
      const change = this.changes.get(path);
      if (change === undefined ? !this.isRegular(path) : change === 'removed' || 'link' in change) {
        return false;
      }
      switch (set) {
        case 'tests':
          return isTestPath(path);
        case 'sources':
          return isSourcePath(path);
        case 'matched':
        case 'golden':
          return this.matched[set].has(path);
      }
    });
  }

  /** The text of a file; undefined if there is none. */
  async read(path: string): Promise<string | undefined> {
    const change = this.changes.get(path);
    if (change !== undefined) {
      return change === 'removed' || 'link' in change ? undefined : change.text;
    }
    const entry = this.prepared.baseTree.get(bytePath(path));
    if (entry === undefined || !this.isRegular(path)) return undefined;
    return (await this.prepared.repository.readBlob(entry.oid)).toString('utf8');
  }

  write(path: string, text: string): void {
    this.changes.set(path, { text });
  }

  remove(path: string): void {
    this.changes.set(path, 'removed');
  }

  link(path: string, target: string): void {
    this.changes.set(path, { link: target });
  }

  /** Takes the version of another tree of all files that `isWanted` admits. */
  async take(tree: Tree, isWanted: (path: string) => boolean): Promise<void> {
    const { baseTree, repository } = this.prepared;
    for (const path of new Set([...baseTree.keys(), ...tree.keys()])) {
      const name = displayPath(path);
      const [before, after] = [baseTree.get(path), tree.get(path)];
      if (before?.oid === after?.oid || !isWanted(name)) continue;
      if (after === undefined) this.remove(name);
      else if (after.mode === '120000' || after.mode === '160000') continue;
      else this.write(name, (await repository.readBlob(after.oid)).toString('utf8'));
    }
  }

  /** Writes the tree, and returns its id. */
  async writeTree(): Promise<string> {
    const { baseTree, repository } = this.prepared;
    const { changes } = this;
    async function* files(): AsyncGenerator<WorkingFile | StoredFile> {
      for (const [path, { mode, oid }] of baseTree) {
        if (!changes.has(displayPath(path))) yield { path, mode, oid };
      }
      for (const [name, change] of changes) {
        if (change === 'removed') continue;
        const path = bytePath(name);
        if ('link' in change) yield { path, mode: '120000', bytes: Buffer.from(change.link) };
        else {
          const mode = baseTree.get(path)?.mode === '100755' ? '100755' : '100644';
          yield { path, mode, bytes: Buffer.from(change.text) };
        }
      }
    }
    return await repository.writeTree(files());
  }

  private isRegular(path: string): boolean {
    const mode = this.prepared.baseTree.get(bytePath(path))?.mode;
    return mode === '100644' || mode === '100755';
  }
}
