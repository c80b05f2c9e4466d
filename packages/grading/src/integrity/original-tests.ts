import type { OriginalTests } from '@refbench/contracts';
import {
  displayPath,
  type BytePath,
  type Repository,
  type StoredFile,
  type Tree,
} from '@refbench/repos';
import { isTestPath } from '@refbench/code-facts';
import type { PreparedInstance } from '@refbench/instances';
import type { ControlRuns } from './control-runs.ts';

interface OriginalTestsOptions {
  readonly prepared: PreparedInstance;
  readonly patched: Tree;
  readonly control: ControlRuns;
}

/**
 * Runs the test files of base or golden on the patched tree, whichever differ in fewer files. The
 * result is only reported, because a refactoring may move what those tests import. Returns
 * undefined if the test files are unchanged, or no run is left.
 */
export async function originalTests({
  prepared,
  patched,
  control,
}: OriginalTestsOptions): Promise<OriginalTests | undefined> {
  const { repository, baseTree, instance } = prepared;
  const golden = await repository.readTree(instance.golden);
  const base = { of: 'base', tests: testFiles(baseTree) } as const;
  const other = { of: 'golden', tests: testFiles(golden) } as const;
  const [nearest] = [base, other]
    .map((state) => ({ ...state, differing: differing(state.tests, patched) }))
    .sort((left, right) => left.differing - right.differing);
  if (nearest === undefined || nearest.differing === 0) return undefined;
  const ran = await control.run(await layOver(repository, patched, nearest.tests));
  if (ran === undefined) return undefined;
  const total = control.stable.length;
  return { of: nearest.of, passed: total - ran.failing.size, total };
}

function testFiles(tree: Tree): Tree {
  return new Map([...tree].filter(([path]) => isTestPath(displayPath(path))));
}

function differing(tests: Tree, patched: Tree): number {
  return [...tests].filter(([path, { oid }]) => patched.get(path)?.oid !== oid).length;
}

async function layOver(repository: Repository, patched: Tree, tests: Tree): Promise<Tree> {
  const folders = new Set([...tests.keys()].flatMap(foldersOf));
  async function* entries(): AsyncGenerator<StoredFile> {
    for (const [path, { mode, oid }] of patched) {
      // Removes files where the tests have a folder, and folders where they have a file.
      const isInTheWay = folders.has(path) || foldersOf(path).some((folder) => tests.has(folder));
      if (!tests.has(path) && !isInTheWay) yield { path, mode, oid };
    }
    for (const [path, { mode, oid }] of tests) yield { path, mode, oid };
  }
  return await repository.readTree(await repository.writeTree(entries()));
}

/** Returns `a` and `a/b` for `a/b/c`. */
function foldersOf(path: BytePath): readonly BytePath[] {
  const parts = path.split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/') as BytePath);
}
