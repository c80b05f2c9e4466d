import {
  keysInFile,
  significantLines,
  type CodeComparison,
  type FileLines,
  type Languages,
} from './file-lines.ts';
import { lineKey, type TreeChange } from './tree-change.ts';

/** Tells where the code of base files moved, in golden and in the patch. */
export interface MovedCode {
  /** The file that received most lines of a removed file. Undefined if there is none. */
  readonly inGolden: (file: string) => string | undefined;
  readonly inPatch: (file: string) => string | undefined;
  /** That file, and any file that contains at least half of the lines but replaced another file. */
  readonly copiesInPatch: (file: string) => readonly string[];
  /** True if golden added this line to any file. */
  readonly isMovedInGolden: (key: string) => boolean;
  /** True if the patch added the line to a file that corresponds to one where golden added it. */
  readonly isMovedInPatch: (key: string) => boolean;
  /** Lines that the patch added to a file. */
  readonly addedInPatch: (file: string) => ReadonlySet<string>;
}

/**
 * Finds where code moved. A file of the patch corresponds to one file of golden: the file with the same
 * path, or the file that shares the most lines with it. A single file with a copy of everything
 * therefore does not replace several files of golden.
 */
export function movedCode(comparison: CodeComparison): MovedCode {
  const { lines, golden, patched, languages } = comparison;
  const ofBase = new Set([...lines.keys()].flatMap((file) => [...significantLines(lines, file)]));
  const inGolden = addedKeys(golden, ofBase);
  const inPatch = addedKeys(patched, ofBase);
  const roles = pairUp(inGolden, inPatch, languages);
  const goldenFilesByLine = new Map<string, string[]>();
  for (const [file, keys] of inGolden) {
    for (const key of keys)
      goldenFilesByLine.set(key, [...(goldenFilesByLine.get(key) ?? []), file]);
  }
  const removedInGolden = removedFiles(lines, golden);
  const goldenTargets = new Map(
    [...removedInGolden].flatMap((file) => {
      const target = bestMatch(significantLines(lines, file), inGolden);
      return target === undefined ? [] : [[file, target] as const];
    }),
  );
  const removed = new Map(
    [...removedFiles(lines, patched)]
      .filter((file) => !removedInGolden.has(file))
      .map((file) => [file, significantLines(lines, file)]),
  );
  const newFiles = new Map([...inPatch].filter(([file]) => !lines.has(file)));
  const successors = pairUp(removed, newFiles, languages);
  const candidates = (file: string): FileKeys =>
    new Map(
      [...newFiles].filter(([other]) => languages.accepts(languages.of(file), languages.of(other))),
    );
  const targetInPatch = (file: string): string | undefined =>
    successors.get(file) ?? roles.get(goldenTargets.get(file) ?? '');
  return {
    inGolden: (file) => goldenTargets.get(file),
    inPatch: targetInPatch,
    copiesInPatch: (file) => {
      const copy = copyOf(significantLines(lines, file), candidates(file));
      return [targetInPatch(file), copy].filter((path) => path !== undefined);
    },
    isMovedInGolden: (key) => goldenFilesByLine.has(key),
    isMovedInPatch: (key) =>
      (goldenFilesByLine.get(key) ?? []).some(
        (role) => inPatch.get(roles.get(role) ?? '')?.has(key) === true,
      ),
    addedInPatch: (file) => inPatch.get(file) ?? new Set(),
  };
}

type FileKeys = ReadonlyMap<string, ReadonlySet<string>>;

/** Base lines that were added to each source file. */
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

function removedFiles(lines: FileLines, change: TreeChange): ReadonlySet<string> {
  return new Set([...lines.keys()].filter((file) => change.get(file)?.gone === true));
}

function bestMatch(significant: ReadonlySet<string>, files: FileKeys): string | undefined {
  let best: { readonly file: string; readonly shared: number } | undefined;
  for (const [file, keys] of [...files].sort(([left], [right]) => (left < right ? -1 : 1))) {
    const shared = countShared(significant, keys);
    if (shared > (best?.shared ?? 0)) best = { file, shared };
  }
  return best?.file;
}

/** A file that contains at least this share of another file's lines counts as a copy of it. */
const COPY_SHARE = 0.5;

function copyOf(significant: ReadonlySet<string>, files: FileKeys): string | undefined {
  const target = bestMatch(significant, files);
  const shared = countShared(significant, files.get(target ?? '') ?? new Set());
  return shared > 0 && shared >= significant.size * COPY_SHARE ? target : undefined;
}

/** Pairs files one to one: first by equal path, then by the number of shared lines. */
function pairUp(
  references: FileKeys,
  candidateFiles: FileKeys,
  languages: Languages,
): ReadonlyMap<string, string> {
  const matches = new Map(
    [...references.keys()].flatMap((file) => (candidateFiles.has(file) ? [[file, file]] : [])),
  );
  const used = new Set(matches.values());
  const pairs = [...references]
    .filter(([role]) => !matches.has(role))
    .flatMap(([role, keys]) =>
      [...candidateFiles]
        .filter(([file]) => !used.has(file))
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
    if (matches.has(role) || used.has(file)) continue;
    matches.set(role, file);
    used.add(file);
  }
  return matches;
}

function countShared(keys: ReadonlySet<string>, others: ReadonlySet<string>): number {
  let shared = 0;
  for (const key of keys) if (others.has(key)) shared += 1;
  return shared;
}

/** The lines of a file in the patched tree, or those of the file that replaced it. */
export function currentLines(
  { lines, patched }: CodeComparison,
  moved: MovedCode,
  file: string,
): ReadonlySet<string> {
  if (patched.get(file)?.gone !== true) return keysInFile(lines, file, patched);
  const target = moved.inPatch(file);
  return target === undefined ? new Set() : moved.addedInPatch(target);
}
