import { significantKeys } from '../tree/significant-lines.ts';
import type { Rule } from '../rule/rule.ts';
import {
  extensionOf,
  isSameFamily,
  readsLanguageOf,
  stemOf,
} from '../languages/language-families.ts';
import { projectSource } from './project-source.ts';
import type { TreeState } from './tree-state.ts';

/** A base file that a reductive rule matched and can no longer scan. */
export interface HiddenFile {
  readonly rule: string;
  /** The path in base. */
  readonly file: string;
  readonly kind: 'unscannable' | 'language-changed';
  /** The file that contains its code now, which may be another one. */
  readonly now: string;
  readonly reason: string;
}

export interface HiddenFilesInput {
  readonly reductive: readonly Rule[];
  /** The files that each rule matches on base. */
  readonly filesOf: ReadonlyMap<string, ReadonlySet<string>>;
  /** The lines of those files. */
  readonly baseLines: ReadonlyMap<string, readonly string[]>;
  readonly state: TreeState;
}

/** A file that contains at least this share of another file's significant lines is its successor. */
const SAME_FILE = 0.5;

/**
 * Finds base files that a rule matched and that are hidden from it in another tree: they can no
 * longer be scanned, the rule no longer reads them (the language of a script depends on its first
 * line and mode), or their code moved to such a file. A missing match in these files has no meaning.
 * Files that were deleted without a successor and unrelated new files are not hidden.
 */
export function hiddenFiles(input: HiddenFilesInput): readonly HiddenFile[] {
  const { state } = input;
  const found: HiddenFile[] = [];
  const successors = successorsIn(input);
  const placesNow = (file: string): readonly string[] => {
    if (state.written.has(file)) return [file];
    return state.removed.has(file) ? successors(file) : [];
  };
  const isRead = (rule: Rule, path: string): boolean => {
    const head = state.heads.get(path);
    return head !== undefined && readsLanguageOf(rule, head);
  };
  for (const rule of input.reductive) {
    for (const file of input.filesOf.get(rule.id) ?? []) {
      const now = placesNow(file).find(
        (path) => state.unscannable.has(path) || !isRead(rule, path),
      );
      if (now === undefined) continue;
      const unscannable = state.unscannable.get(now);
      found.push({
        rule: rule.id,
        file,
        kind: unscannable === undefined ? 'language-changed' : 'unscannable',
        now,
        reason: unscannable ?? `the rule does not read ${now}`,
      });
    }
  }
  return found;
}

/**
 * Finds new files that replace a removed one: with most of its lines, or with its name and a language of
 * its family. What a build makes of a source has its name, too, but is no text or in a build folder.
 */
function successorsIn({ state, baseLines }: HiddenFilesInput): (file: string) => readonly string[] {
  const added = [...state.added];
  const isSource = projectSource(baseLines.keys());
  const keys = new Map<string, ReadonlySet<string>>();
  const keysOf = (path: string): ReadonlySet<string> => {
    const known = keys.get(path) ?? significantKeys(state.lines.get(path) ?? []);
    keys.set(path, known);
    return known;
  };
  const known = new Map<string, readonly string[]>();
  return (file) => {
    const before = known.get(file);
    if (before !== undefined) return before;
    const own = significantKeys(baseLines.get(file) ?? []);
    const found = added.filter((path) => {
      const isText = state.heads.get(path)?.bytes.includes(0) === false;
      if (isSameName(path, file) && isText && isSource(path)) return true;
      if (own.size === 0) return false;
      const others = keysOf(path);
      return [...own].filter((key) => others.has(key)).length / own.size >= SAME_FILE;
    });
    known.set(file, found);
    return found;
  };
}

function isSameName(path: string, file: string): boolean {
  const [now, before] = [extensionOf(path), extensionOf(file)];
  return stemOf(path) === stemOf(file) && now !== before && isSameFamily(now, before);
}
