import { RefbenchError, type Instance, type Labels } from '@refbench/contracts';
import { digestOf } from '@refbench/base';
import { isTestPath } from '@refbench/code-facts';
import {
  displayPath,
  formatPatch,
  parsePatch,
  selectFiles,
  type PatchFile,
  type Repository,
} from '@refbench/repos';
import type { LabelTask } from './label-task.ts';

/**
 * Returns the subject of the labels of an instance: digests of the task text and of both commits.
 */
export function instanceSubject(
  { base, golden }: Pick<Instance, 'base' | 'golden'>,
  task: string,
): Labels['subject'] {
  return { issue: digestOf(task), change: digestOf({ base, golden }) };
}

/**
 * Makes a labelling task from an instance of this benchmark. The task text replaces the issue.
 * Tests are identified by their paths.
 */
export async function instanceTask(
  instance: Pick<Instance, 'id' | 'base' | 'golden' | 'repository'>,
  task: string,
  repository: Repository,
): Promise<LabelTask> {
  const { id, base, golden } = instance;
  const parsed = parsePatch(await repository.diff(base, golden));
  if (parsed.kind !== 'parsed') {
    throw new RefbenchError({
      kind: 'repository',
      message: `the golden diff of ${id} cannot be read`,
      hint: 'specify a complete clone with --mirror',
    });
  }
  const part = (wanted: (file: PatchFile) => boolean): string =>
    formatPatch(selectFiles(parsed, wanted)).toString('utf8');
  const touchesTests = ({ oldPath, newPath }: PatchFile): boolean =>
    [oldPath, newPath].some((path) => path !== undefined && isTestPath(displayPath(path)));
  return {
    instance: id,
    repository: instance.repository.name,
    base,
    issue: task,
    patch: part((file) => !touchesTests(file)),
    testPatch: part(touchesTests),
    subject: instanceSubject(instance, task),
  };
}
