import { posix } from 'node:path';
import type { Witness } from '@refbench/contracts';
import { compileRules, pathScope } from '@refbench/rule-engine';
import { isDefinition } from '../syntax/definition-kinds.ts';
import type { Candidate } from './candidate.ts';
import { documentOf } from './rule-document.ts';
import type { Measured } from './measure.ts';

/** The files that a rule looks at, and those that it does not look at. */
interface Scope {
  readonly files?: readonly string[];
  readonly ignores?: readonly string[];
}

const MOST_GLOBS = 8;
const MOST_IGNORED = 5;
/** A pattern without a name says something only if so many times more places follow it. */
const LEAST_RATIO = 3;
/** The object itself, and numbers: every file has them. */
const UNNAMED = /^(?:self|Self|this|super|\W*\d*\W*)$/;
/** A few exceptions are named only if so many times more places follow the rule. */
const LEAST_RATIO_OF_EXCEPTIONS = 5;

/**
 * For patterns that both trees contain in different places: the same patterns, without the few files
 * where the other tree has them, or restricted to folders and files where the other tree has none.
 * Such a rule needs no scan, because its matches are among those of the pattern.
 */
export async function scopeMeasured(measured: readonly Measured[]): Promise<readonly Measured[]> {
  const scoped = measured.flatMap(({ candidate, own, other, excluded = [], rule }) => {
    if (other.length === 0) return [];
    const foreign = [...other, ...excluded];
    // Without a name, such a rule would only say that there is code in a folder.
    const isTelling =
      candidate.words.some((word) => !UNNAMED.test(word)) ||
      !candidate.text.includes('$') ||
      own.length >= foreign.length * LEAST_RATIO;
    const scope = isTelling ? scopeOf(own, foreign, leavesFile(candidate)) : undefined;
    if (scope === undefined) return [];
    const paths = pathScope(scope.files, scope.ignores);
    const kept = own.filter(({ file }) => paths.includes(file));
    const { files: _files, ignores: _ignores, ...unscoped } = candidate;
    return [
      { candidate: { ...unscoped, ...scope }, own: kept, other: [], excluded: foreign, rule },
    ];
  });
  const [first] = scoped;
  if (first === undefined) return [];
  const documents = scoped.map(({ candidate }, index) => documentOf(candidate, String(index)));
  const compiled = await compileRules(documents, first.candidate.side);
  return scoped.flatMap((one, index) => {
    const found = compiled[index];
    return found !== undefined && 'rule' in found ? [{ ...one, rule: found.rule }] : [];
  });
}

/** Whether this is a definition that golden takes out of a file. */
function leavesFile({ side, moved, kind }: Candidate): boolean {
  return side === 'additive' && moved === 'parts' && isDefinition(kind);
}

/** @param isOutside whether a rule can ask for the code anywhere but in the files of the other tree */
function scopeOf(
  own: readonly Witness[],
  other: readonly Witness[],
  isOutside: boolean,
): Scope | undefined {
  const foreign = new Set(other.map(({ file }) => file));
  const free = new Set(own.map(({ file }) => file).filter((file) => !foreign.has(file)));
  if (free.size === 0) return undefined;
  const exceptions = exceptionsOf(foreign, free);
  const isRare =
    own.length >= other.length * LEAST_RATIO_OF_EXCEPTIONS && free.size >= foreign.size;
  if (isRare && exceptions.length <= MOST_IGNORED) {
    return exceptions.some(hasSpecials) ? undefined : { ignores: exceptions };
  }
  const globs = commonGlobs(free, foreign);
  if (globs.every(isFolderGlob)) return globs.length === 0 ? undefined : { files: globs };
  // Another solution has other new files, but takes the code out of the same ones.
  if (isOutside && exceptions.length <= MOST_IGNORED && !exceptions.some(hasSpecials)) {
    return { ignores: exceptions };
  }
  return scopeWithoutSubfolders(free, foreign) ?? { files: globs };
}

/**
 * The folders that directly contain these files, without the folders inside of them: where files move to
 * a subfolder, nothing else tells the trees apart. Undefined if one of the others is there, too.
 */
function scopeWithoutSubfolders(
  files: ReadonlySet<string>,
  foreign: ReadonlySet<string>,
): Scope | undefined {
  const folders = [...new Set([...files].map((file) => posix.dirname(file)))].sort();
  const taken = new Set([...foreign].map((file) => posix.dirname(file)));
  const isUsable = folders.every(
    (folder) =>
      folder !== '.' &&
      !taken.has(folder) &&
      !hasSpecials(folder) &&
      !folders.some((outer) => folder.startsWith(`${outer}/`)),
  );
  if (!isUsable || folders.length > MOST_GLOBS) return undefined;
  return {
    files: folders.map((folder) => `${folder}/**`),
    ignores: folders.map((folder) => `${folder}/*/**`),
  };
}

/** Whether a glob matches all files of a folder, and no single file. */
export function isFolderGlob(glob: string): boolean {
  return glob.endsWith('/**');
}

/**
 * Globs that match these files and none of the others, those with the most files first: folders, and
 * folders of any name in a folder. Files are named one by one if no folder fits.
 */
function commonGlobs(files: ReadonlySet<string>, foreign: ReadonlySet<string>): readonly string[] {
  const globs = [...new Set([...files].flatMap(folderGlobs))]
    .filter((glob) => !hasSpecials(glob))
    .map((glob) => ({ glob, paths: pathScope([glob], undefined) }))
    .filter(({ paths }) => ![...foreign].some((file) => paths.includes(file)));
  const chosen: string[] = [];
  let left: readonly string[] = [...files];
  while (left.length > 0 && chosen.length < MOST_GLOBS) {
    let best: { readonly glob: string; readonly left: readonly string[] } = { glob: '', left };
    for (const { glob, paths } of globs) {
      const others = left.filter((file) => !paths.includes(file));
      if (others.length < best.left.length) best = { glob, left: others };
    }
    if (best.left.length === left.length) break;
    chosen.push(best.glob);
    ({ left } = best);
  }
  const single = left.filter((file) => !hasSpecials(file));
  return [...chosen, ...single.slice(0, MOST_GLOBS - chosen.length)].sort();
}

/** The narrowest first: `a/b/**`, `a/**`, then one folder of any name, as in `a/*\/**`. */
function folderGlobs(file: string): readonly string[] {
  const folders = foldersOf(file);
  return [
    ...folders.map((folder) => `${folder}/**`),
    ...folders.slice(1).map((folder) => `${folder}/*/**`),
  ];
}

/** The shortest globs for these files that match none of the others: a name, a folder, or a path. */
function exceptionsOf(foreign: ReadonlySet<string>, free: ReadonlySet<string>): readonly string[] {
  const freeNames = new Set([...free].map((file) => posix.basename(file)));
  const freeFolders = new Set([...free].flatMap(foldersOf));
  const globs = [...foreign].map((file) => {
    if (!freeNames.has(posix.basename(file))) return `**/${posix.basename(file)}`;
    // The widest folder without any of the others.
    const folder = foldersOf(file).findLast((one) => !freeFolders.has(one));
    return folder === undefined ? file : `${folder}/**`;
  });
  return [...new Set(globs)].sort();
}

function hasSpecials(path: string): boolean {
  return /[[\]{}?!]/.test(path);
}

function foldersOf(file: string): readonly string[] {
  const folders: string[] = [];
  for (let at = posix.dirname(file); at !== '.'; at = posix.dirname(at)) folders.push(at);
  return folders;
}
