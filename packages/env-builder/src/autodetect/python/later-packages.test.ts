import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { folderOf } from '@refbench/test-helpers';
import { expect, test } from 'vitest';
import { LATER_PACKAGES } from './later-packages.ts';

const MESSAGE = `error: No solution found when resolving dependencies
  cause: Because there are no versions of atomicwrites and pytest==4.3.0 depends on atomicwrites>=1.0

hint: \`atomicwrites\` was filtered by \`exclude-newer\` to only include packages uploaded before 2019-03-30T00:00:00Z. The latest version satisfying the requirement is v1.4.1, published at 2022-07-08T18:31:40.459Z. Consider using \`exclude-newer-package\` to override the cutoff for this package.
`;

async function run(log: string, calls: string): Promise<string> {
  await using folder = await folderOf({ log });
  const script = `${LATER_PACKAGES}\nlog='${join(folder.path, 'log')}'\n${calls}`;
  return (await promisify(execFile)('bash', ['-c', script])).stdout.trim();
}

test('a package without a release of that day is allowed as of its next release, once', async () => {
  const call = 'refbench_allow_later "$log" && echo "${refbench_later[*]}" || echo no';
  expect(await run(MESSAGE, `${call}\n${call}`)).toBe(
    '--exclude-newer-package atomicwrites=2022-07-08\nno',
  );
});

test('other messages allow nothing', async () => {
  expect(await run('error: no network\n', 'refbench_allow_later "$log" || echo no')).toBe('no');
});
