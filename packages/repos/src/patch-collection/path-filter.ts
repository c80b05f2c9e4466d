import type { BytePath, Tree } from '../tree/tree.ts';
import type { IgnoreRules } from './ignore-rules.ts';

/** Decides which paths belong to the tree: those that base tracks or does not ignore. */
export class PathFilter {
  private readonly base: Tree;
  private readonly rules: IgnoreRules;
  private readonly folders = new Map<string, boolean>();

  constructor(base: Tree, rules: IgnoreRules) {
    this.base = base;
    this.rules = rules;
  }

  async keeps(path: BytePath): Promise<boolean> {
    if (this.base.has(path)) return true;
    if (await this.skipsFolder(parentOf(path))) return false;
    return !(await this.rules.isIgnored(path));
  }

  /** Cached per folder. Everything in an ignored folder is ignored without a query. */
  async skipsFolder(folder: string): Promise<boolean> {
    if (folder === '') return false;
    const known = this.folders.get(folder);
    if (known !== undefined) return known;
    const isIgnored =
      (await this.skipsFolder(parentOf(folder))) ||
      (await this.rules.isFolderIgnored(folder as BytePath));
    this.folders.set(folder, isIgnored);
    return isIgnored;
  }
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
