import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { folderOf } from '@refbench/test-helpers';
import { expect, test } from 'vitest';
import { COMPILED_PACKAGES } from './compiled-packages.ts';

const NO_WHEEL =
  'hint: Wheels are required for `pandas` because building from source is disabled for `pandas` (i.e., with `--no-build-package pandas`)\n';

const LATER = '--exclude-newer-package pandas=2021-03-31';

test.each([
  [NO_WHEEL, '2019-10-03', [`${LATER} wheels 1`, `${LATER} wheels 0`, 'no']],
  [NO_WHEEL, '2021-10-03', ['wheels 0', 'no', 'no']],
  ['error: no network\n', '2019-10-03', ['no', 'no', 'no']],
])('after %j, on %s, a later wheel is tried, then a build', async (log, day, expected) => {
  await using folder = await folderOf({ log });
  const call =
    'if refbench_with_wheels log; then echo "${refbench_later[*]} wheels ${#refbench_wheels[@]}"; else echo no; fi';
  const script = `python() { echo 'Python 3.9.2'; }
${COMPILED_PACKAGES}
day=${day} refbench_later=() refbench_wheels=(--only-binary=pandas)
cd '${folder.path}'
${call}
${call}
${call}`;
  const { stdout } = await promisify(execFile)('bash', ['-c', script]);
  const lines = stdout.trimEnd().split('\n');
  expect(lines.map((line) => line.trim())).toEqual(expected);
});
