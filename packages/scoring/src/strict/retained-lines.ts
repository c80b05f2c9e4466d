import { isTelling, lineKey, type TreeChange } from './tree-change.ts';

/** Which languages a base file's code may move to. */
export interface Languages {
  /** By path, whatever the file holds. */
  of(path: string): string;
  /** A language accepts itself, and another one where the task asks for that conversion. */
  accepts(from: string, to: string): boolean;
}

/** Text of base files, a line an entry; comment-only lines are empty. */
export type FileLines = ReadonlyMap<string, readonly string[]>;

/** Golden keeps so little of a file that its deletion is what the task asks for. */
const DELETED_BELOW = 0.1;

/** An independent refactoring may keep fewer lines than golden does, down to this part of them. */
const ENOUGH = 0.5;

export interface KeptCodeInput {
  readonly lines: FileLines;
  readonly golden: TreeChange;
  readonly patched: TreeChange;
  readonly languages: Languages;
}

/**
 * Whether a base file's code was kept as golden keeps it, in 0..1. Of the file's distinct telling
 * lines, those count that golden has in the same file, or added elsewhere. The former have to stand
 * in the patch's version of the file, or, where the patch has no such file, in the one new file that
 * took its place; the latter anywhere in the source that the patch adds. Half of them is enough; less
 * counts proportionally. 1 where golden deletes nine tenths of the code.
 */
export function keptAsInGolden(input: KeptCodeInput): (file: string) => number {
  const { lines, golden, patched, languages } = input;
  const movedInGolden = addedKeys(golden, languages);
  const movedInPatch = addedKeys(patched, languages);
  const successors = successorsOf(input);
  const known = new Map<string, number>();
  const measure = (file: string): number => {
    const telling = tellingLines(lines, file);
    const stayed = keysInFile(lines, file, golden);
    const inGolden = movedInGolden(file);
    const moved = new Set([...telling].filter((key) => !stayed.has(key) && inGolden.has(key)));
    const wanted = stayed.size + moved.size;
    if (wanted === 0 || wanted < telling.size * DELETED_BELOW) return 1;
    const successor = successors.get(file);
    const own = successor ?? keysInFile(lines, file, patched);
    const anywhere = movedInPatch(file);
    const kept =
      [...stayed].filter((key) => own.has(key)).length +
      [...moved].filter((key) => own.has(key) || anywhere.has(key)).length;
    return Math.min(1, kept / (wanted * ENOUGH));
  };
  return (file) => {
    const share = known.get(file) ?? measure(file);
    known.set(file, share);
    return share;
  };
}

function tellingLines(lines: FileLines, file: string): ReadonlySet<string> {
  return new Set((lines.get(file) ?? []).map(lineKey).filter(isTelling));
}

/** The file's telling lines that still stand in the file of the same path. */
function keysInFile(lines: FileLines, file: string, change: TreeChange): ReadonlySet<string> {
  const changed = change.get(file);
  if (changed === undefined) return tellingLines(lines, file);
  if (changed.gone || !changed.isSource) return new Set();
  const removed = new Set(changed.hunks.flatMap((hunk) => hunk.removed.map(({ line }) => line)));
  const added = changed.hunks.flatMap((hunk) => hunk.added.map(({ text }) => text));
  const kept = (lines.get(file) ?? []).filter((_, index) => !removed.has(index + 1));
  const telling = tellingLines(lines, file);
  return new Set([...kept, ...added].map(lineKey).filter((key) => telling.has(key)));
}

/** Lines that were added to source which a file's code may move to. */
function addedKeys(
  change: TreeChange,
  languages: Languages,
): (file: string) => ReadonlySet<string> {
  const byLanguage = new Map<string, Set<string>>();
  for (const [path, { hunks, isSource }] of change) {
    if (!isSource) continue;
    const language = languages.of(path);
    const keys = byLanguage.get(language) ?? new Set<string>();
    byLanguage.set(language, keys);
    for (const { added } of hunks) for (const { text } of added) keys.add(lineKey(text));
  }
  const accepted = new Map<string, ReadonlySet<string>>();
  return (file) => {
    const from = languages.of(file);
    const known = accepted.get(from);
    if (known !== undefined) return known;
    const keys = new Set(
      [...byLanguage].flatMap(([to, own]) => (languages.accepts(from, to) ? [...own] : [])),
    );
    accepted.set(from, keys);
    return keys;
  };
}

/**
 * Lines of the new files that took the place of files which the patch removes and golden keeps. A new
 * file takes one place only: the one whose lines it has most of.
 */
function successorsOf({
  lines,
  golden,
  patched,
  languages,
}: KeptCodeInput): ReadonlyMap<string, ReadonlySet<string>> {
  const removed = [...lines.keys()].filter(
    (file) => patched.get(file)?.gone === true && golden.get(file)?.gone !== true,
  );
  const fresh = [...patched].flatMap(([path, { gone, isSource, hunks }]) => {
    if (gone || !isSource || lines.has(path)) return [];
    const added = hunks.flatMap((hunk) => hunk.added.map(({ text }) => lineKey(text)));
    return [{ path, keys: new Set(added) }];
  });
  const pairs = removed
    .flatMap((file) => {
      const telling = [...tellingLines(lines, file)];
      return fresh
        .filter(({ path }) => languages.accepts(languages.of(file), languages.of(path)))
        .map(({ path, keys }) => ({
          file,
          path,
          keys,
          shared: telling.filter((key) => keys.has(key)).length,
        }));
    })
    .filter(({ shared }) => shared > 0)
    .sort(
      (left, right) =>
        right.shared - left.shared ||
        (`${left.file} ${left.path}` < `${right.file} ${right.path}` ? -1 : 1),
    );
  const found = new Map<string, ReadonlySet<string>>();
  const taken = new Set<string>();
  for (const { file, path, keys } of pairs) {
    if (found.has(file) || taken.has(path)) continue;
    found.set(file, keys);
    taken.add(path);
  }
  return found;
}
