import { RefbenchError } from '@refbench/contracts';
import { pathProblem } from './patch/path-policy.ts';
import { displayPath, type Tree } from './tree/tree.ts';

/**
 * Refuses a tree whose paths cannot all be written, because its objects may be crafted.
 * @throws RefbenchError kind `repository`
 */
export function checkTree(tree: Tree, commit: string): void {
  const folders = new Set<string>();
  for (const path of tree.keys()) {
    const problem = pathProblem(path);
    if (problem !== undefined) throw refused(commit, problem);
    for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) {
      folders.add(path.slice(0, end));
    }
  }
  for (const path of tree.keys()) {
    if (folders.has(path)) throw refused(commit, `${displayPath(path)} is a file and a folder`);
  }
}

function refused(commit: string, problem: string): RefbenchError {
  return new RefbenchError({
    kind: 'repository',
    message: `commit ${commit} has an unusable tree: ${problem}`,
    hint: 'choose another commit',
  });
}
