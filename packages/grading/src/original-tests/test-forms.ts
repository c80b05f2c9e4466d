import { isTestPath } from '@refbench/code-facts';
import type { OriginalTests } from '@refbench/contracts';
import { displayPath, type BytePath, type Tree } from '@refbench/repos';

/** The form of the test files that golden changed; see `formedTree`. */
export type TestForm = OriginalTests['runs'][number]['form'];

/** The trees that a form is made of. */
export interface TestTrees {
  readonly base: Tree;
  readonly golden: Tree;
  readonly patched: Tree;
}

/**
 * Lists the test files in which the patched tree differs from base and from golden: changed, removed and
 * new ones. If there is none, the suite already ran with original tests.
 */
export function touchedTests({ base, golden, patched }: TestTrees): readonly BytePath[] {
  return [...new Set([...base.keys(), ...patched.keys()])].filter(
    (path) => isTest(path) && !isSame(path, patched, base) && !isSame(path, patched, golden),
  );
}

/** Whether golden changes, adds or removes a test file. */
export function goldenChangesTests({ base, golden }: Omit<TestTrees, 'patched'>): boolean {
  return [...new Set([...base.keys(), ...golden.keys()])].some(
    (path) => isTest(path) && !isSame(path, golden, base),
  );
}

/**
 * Lays the original tests over the patched tree. A test file that golden left unchanged gets its bytes
 * on base. The other test files get the given form:
 * - `golden`: as on golden, including files that golden adds or removes.
 * - `base`: as on base.
 * - `patch`: as in the patched tree.
 *
 * New test files of the patch could replace original tests. They are left out, except in the form
 * `patch`, and except those that the code under test needs.
 * @param isNeeded whether code under test refers to a new test file
 */
export function formedTree(
  { base, golden, patched }: TestTrees,
  form: TestForm,
  isNeeded: (path: BytePath) => boolean,
): Tree {
  const changed = { golden, base, patch: patched }[form];
  const sourceOf = (path: BytePath): Tree | undefined => {
    const isNew = !base.has(path) && !golden.has(path);
    if (isNew) return form === 'patch' || isNeeded(path) ? patched : undefined;
    return isSame(path, golden, base) ? base : changed;
  };
  const paths = new Set([...base.keys(), ...golden.keys(), ...patched.keys()]);
  const tests = new Map(
    [...paths].filter(isTest).flatMap((path) => {
      const entry = sourceOf(path)?.get(path);
      return entry === undefined ? [] : [[path, entry] as const];
    }),
  );
  const folders = new Set([...tests.keys()].flatMap(foldersOf));
  // A file where the tests have a folder, or a folder where they have a file, makes room.
  const isInTheWay = (path: BytePath): boolean =>
    folders.has(path) || foldersOf(path).some((folder) => tests.has(folder));
  const others = [...patched].filter(([path]) => !isTest(path) && !isInTheWay(path));
  return new Map([...others, ...tests]);
}

function isTest(path: BytePath): boolean {
  return isTestPath(displayPath(path));
}

function isSame(path: BytePath, one: Tree, other: Tree): boolean {
  const [here, there] = [one.get(path), other.get(path)];
  return here?.oid === there?.oid && here?.mode === there?.mode;
}

/** Returns `a` and `a/b` for `a/b/c`. */
function foldersOf(path: BytePath): readonly BytePath[] {
  const parts = path.split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/') as BytePath);
}
