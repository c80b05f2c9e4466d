import {
  keysInFile,
  tellingLines,
  type CodeComparison,
  type FileLines,
  type Languages,
} from './file-lines.ts';
import { lineKey, type TreeChange } from './tree-change.ts';

/** Where the code of base's files went, in golden and in the patch. */
export interface MovedCode {
  /** The file that took most of a removed file's lines; undefined where there is none. */
  readonly inGolden: (file: string) => string | undefined;
  readonly inPatch: (file: string) => string | undefined;
  /** That file, and one that holds most of the lines although it took another file's place. */
  readonly copiesInPatch: (file: string) => readonly string[];
  /** Whether golden added this line somewhere. */
  readonly isMovedInGolden: (key: string) => boolean;
  /** Whether the patch added it to a file that stands for one to which golden added it. */
  readonly isMovedInPatch: (key: string) => boolean;
  /** Lines that were added to a file. */
  readonly addedInPatch: (file: string) => ReadonlySet<string>;
}

/**
 * Finds where code went. A file of the patch stands for one file of golden: the one of its path, or
 * else the one that it shares most lines with. So a single file into which everything was copied does
 * not hold what golden spread over many.
 */
export function movedCode(comparison: CodeComparison): MovedCode {
  const { lines, golden, patched, languages } = comparison;
  const ofBase = new Set([...lines.keys()].flatMap((file) => [...tellingLines(lines, file)]));
  const inGolden = addedKeys(golden, ofBase);
  const inPatch = addedKeys(patched, ofBase);
  const roles = pairUp(inGolden, inPatch, languages);
  const places = new Map<string, string[]>();
  for (const [file, keys] of inGolden) {
    for (const key of keys) places.set(key, [...(places.get(key) ?? []), file]);
  }
  const goneInGolden = goneFiles(lines, golden);
  const goldenHomes = new Map(
    [...goneInGolden].flatMap((file) => {
      const home = homeOf(tellingLines(lines, file), inGolden);
      return home === undefined ? [] : [[file, home] as const];
    }),
  );
  const gone = new Map(
    [...goneFiles(lines, patched)]
      .filter((file) => !goneInGolden.has(file))
      .map((file) => [file, tellingLines(lines, file)]),
  );
  const fresh = new Map([...inPatch].filter(([file]) => !lines.has(file)));
  const successors = pairUp(gone, fresh, languages);
  const readable = (file: string): FileKeys =>
    new Map(
      [...fresh].filter(([other]) => languages.accepts(languages.of(file), languages.of(other))),
    );
  const homeInPatch = (file: string): string | undefined =>
    successors.get(file) ?? roles.get(goldenHomes.get(file) ?? '');
  return {
    inGolden: (file) => goldenHomes.get(file),
    inPatch: homeInPatch,
    copiesInPatch: (file) => {
      const copy = copyOf(tellingLines(lines, file), readable(file));
      return [homeInPatch(file), copy].filter((path) => path !== undefined);
    },
    isMovedInGolden: (key) => places.has(key),
    isMovedInPatch: (key) =>
      (places.get(key) ?? []).some((role) => inPatch.get(roles.get(role) ?? '')?.has(key) === true),
    addedInPatch: (file) => inPatch.get(file) ?? new Set(),
  };
}

type FileKeys = ReadonlyMap<string, ReadonlySet<string>>;

/** Lines of base that were added to each source file. */
function addedKeys(change: TreeChange, ofBase: ReadonlySet<string>): FileKeys {
  return new Map(
    [...change]
      .filter(([, { gone, isSource }]) => !gone && isSource)
      .map(([path, { hunks }]) => {
        const added = hunks.flatMap((hunk) => hunk.added.map(({ text }) => lineKey(text)));
        return [path, new Set(added.filter((key) => ofBase.has(key)))];
      }),
  );
}

function goneFiles(lines: FileLines, change: TreeChange): ReadonlySet<string> {
  return new Set([...lines.keys()].filter((file) => change.get(file)?.gone === true));
}

function homeOf(telling: ReadonlySet<string>, files: FileKeys): string | undefined {
  let best: { readonly file: string; readonly shared: number } | undefined;
  for (const [file, keys] of [...files].sort(([left], [right]) => (left < right ? -1 : 1))) {
    const shared = countShared(telling, keys);
    if (shared > (best?.shared ?? 0)) best = { file, shared };
  }
  return best?.file;
}

/** A file that holds at least this part of another one's lines holds a copy of it. */
const SAME_FILE = 0.5;

function copyOf(telling: ReadonlySet<string>, files: FileKeys): string | undefined {
  const home = homeOf(telling, files);
  const shared = countShared(telling, files.get(home ?? '') ?? new Set());
  return shared > 0 && shared >= telling.size * SAME_FILE ? home : undefined;
}

/** One to one: files of the same path first, then those that share most lines. */
function pairUp(
  wanted: FileKeys,
  offered: FileKeys,
  languages: Languages,
): ReadonlyMap<string, string> {
  const found = new Map(
    [...wanted.keys()].flatMap((file) => (offered.has(file) ? [[file, file]] : [])),
  );
  const taken = new Set(found.values());
  const pairs = [...wanted]
    .filter(([role]) => !found.has(role))
    .flatMap(([role, keys]) =>
      [...offered]
        .filter(([file]) => !taken.has(file))
        .filter(([file]) => languages.accepts(languages.of(role), languages.of(file)))
        .map(([file, others]) => ({ role, file, shared: countShared(keys, others) })),
    )
    .filter(({ shared }) => shared > 0)
    .sort(
      (left, right) =>
        right.shared - left.shared ||
        (`${left.role} ${left.file}` < `${right.role} ${right.file}` ? -1 : 1),
    );
  for (const { role, file } of pairs) {
    if (found.has(role) || taken.has(file)) continue;
    found.set(role, file);
    taken.add(file);
  }
  return found;
}

function countShared(keys: ReadonlySet<string>, others: ReadonlySet<string>): number {
  let shared = 0;
  for (const key of keys) if (others.has(key)) shared += 1;
  return shared;
}

/** The file's own lines where it stands, else those of the file that took its place. */
export function standingLines(
  { lines, patched }: CodeComparison,
  moved: MovedCode,
  file: string,
): ReadonlySet<string> {
  if (patched.get(file)?.gone !== true) return keysInFile(lines, file, patched);
  const home = moved.inPatch(file);
  return home === undefined ? new Set() : moved.addedInPatch(home);
}
