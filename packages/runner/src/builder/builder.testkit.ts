import {
  addFixture,
  fixtureWorkspace,
  nodeProject,
  testFile,
  type Files,
} from '../testkit/fixture-instance.testkit.ts';
import type { CatalogEntry } from '@refbench/instances';
import type { Workspace } from '@refbench/workspace';

const BASE: Files = {
  ...nodeProject('adds'),
  'index.js': '1;\n',
  'test/a.test.js': testFile(12),
};

const GOLDEN: Files = {
  'index.js': '2; // what only the second commit says of itself\n',
  'test/b.test.js': testFile(3),
};

/** An instance that has no environment yet, of a repository of two commits in a mirror below the folder. */
export async function instanceWithoutEnvironment(
  folder: string,
  stateDir: string,
): Promise<{ readonly workspace: Workspace; readonly entry: CatalogEntry }> {
  const workspace = fixtureWorkspace(folder, stateDir);
  const entry = await addFixture(workspace, 'adds', { base: BASE, golden: GOLDEN });
  return { workspace, entry };
}
