import { viewBelow, type TreeView } from '../draft/tree-view.ts';
import { dependencyNames, readPackageJson } from './package-json.ts';
import type { CommitSuites } from './suites.ts';
import type { TestCommand } from './test-command.ts';

/**
 * Lists the packages of test runners that scripts call and no manifest lists. Whoever ran the tests had installed them
 * for all projects.
 */
export async function unlistedRunners({ view, suites }: CommitSuites): Promise<readonly string[]> {
  const names = await Promise.all(suites.map((suite) => unlistedOf(suite, view)));
  return [...new Set(names.flat())].sort();
}

async function unlistedOf(
  { runner, program, folder }: TestCommand,
  view: TreeView,
): Promise<readonly string[]> {
  const name = program.replace(/^_/, '');
  // Other programs pass their arguments on to a runner that they bring.
  if (!runner.dependencies.includes(name)) return [];
  const manifests = await Promise.all(
    ['.', folder].map((one) => readPackageJson(viewBelow(view, one), 'package.json')),
  );
  const listed = new Set(
    manifests.flatMap((manifest) => (manifest === undefined ? [] : [...dependencyNames(manifest)])),
  );
  return runner.dependencies.some((one) => listed.has(one)) ? [] : [name];
}
