import type { Candidate } from '../candidates/candidate.ts';
import type { Measured } from '../candidates/measure.ts';
import { isFolderGlob } from '../candidates/path-scope.ts';
import { isDeclaration, isDefinition } from '../syntax/definition-kinds.ts';
import { LEAST_PLACES } from '../candidates/propose.ts';
import { isName } from '../syntax/plain-words.ts';

/**
 * How much a pattern says about the change. `named`: it keeps a name that the other tree lacks.
 * `shaped`: the other tree has its names, but nowhere in this way. `moved`: golden moved such code
 * elsewhere, and `renamed` that it moved with its file. `extracted`: golden moved it from one function to another.
 * `weak`: only its paths or its language tell the trees apart, or it names nothing.
 */
export type Strength = 'named' | 'shaped' | 'moved' | 'renamed' | 'extracted' | 'weak';

/** What a pattern needs if only the order of its parts tells the trees apart. */
const LEAST_PLACES_OF_SHAPES = 5;
const LEAST_FILES_OF_SHAPES = 2;
/** A rule with more globs lists golden's own files, unless golden hardly leaves the pattern elsewhere. */
const MOST_GLOBS = 3;
const DOMINANT = 3;

/**
 * The strength of a rule; undefined if it does not hold or has too few matches.
 * @param changedFiles how many files changed on its side
 */
export function strengthOf(measured: Measured, changedFiles: number): Strength | undefined {
  const { own, other, candidate } = measured;
  if (other.length > 0 || own.length === 0) return undefined;
  if (candidate.moved === 'function') return saysWhatMoved(candidate) ? 'extracted' : undefined;
  const { files: globs, ignores, inside, isTelling, moved, side, words } = candidate;
  const files = new Set(own.map(({ file }) => file)).size;
  const isRepeated = own.length >= LEAST_PLACES || files >= 2;
  const isScoped = globs !== undefined || ignores !== undefined;
  const namesSomething = words.some(isName);
  const isShort =
    (globs?.length ?? 0) <= MOST_GLOBS || own.length >= DOMINANT * (measured.excluded?.length ?? 0);
  const saysEnough =
    isRepeated || (side === 'reductive' && !isScoped) || isOnlyDefinition(measured);
  // Another solution has other new files, but the same old ones.
  const inFolders = globs?.every(isFolderGlob) ?? true;
  const holdsElsewhere = inFolders || (side === 'reductive' && moved !== 'file');
  if (isShort && saysEnough && holdsElsewhere && namesSomething) {
    if (isTelling) return 'named';
    if (moved === 'parts') return 'moved';
    if (moved === 'file') return 'renamed';
    if (inside !== undefined) return 'shaped';
  }
  // Both trees have all its parts, so a few places may be a coincidence.
  const enoughFiles = files >= Math.min(LEAST_FILES_OF_SHAPES, changedFiles);
  const isFrequent = own.length >= LEAST_PLACES_OF_SHAPES && enoughFiles;
  if (!isScoped && isFrequent) return namesSomething ? 'shaped' : 'weak';
  if (!isScoped && namesSomething && (isRepeated || isDeclaration(candidate.kind))) return 'weak';
  return (globs !== undefined && isRepeated) || isFrequent ? 'weak' : undefined;
}

/** The name of a function says where the code stands, not what it is. */
function saysWhatMoved({ words, inside, outside }: Candidate): boolean {
  const around = new Set([...(inside?.names ?? []), ...(outside?.names ?? [])]);
  return words.some((word) => isName(word) && !around.has(word));
}

/**
 * A name is defined once, and whoever reads the task knows whether it is the one to choose. A definition
 * that golden moves is told apart by its file or folder.
 */
function isOnlyDefinition({ candidate }: Measured): boolean {
  const { kind, isTelling, files, ignores, moved } = candidate;
  if (!isDefinition(kind)) return false;
  return moved !== undefined || (isTelling && files === undefined && ignores === undefined);
}
