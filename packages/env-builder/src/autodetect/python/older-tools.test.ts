import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { folderOf } from '@refbench/test-helpers';
import { expect, test } from 'vitest';
import { OLDER_TOOLS } from './older-tools.ts';

test.each([
  [
    "ImportError: cannot import name 'Feature' from 'setuptools' (/home/x/__init__.py)\n",
    '--build-constraints setuptools<46\nno',
  ],
  ['error in fs setup command: use_2to3 is invalid.\n', '--build-constraints setuptools<46\nno'],
  ['error: no network\n', 'no\nno'],
])('after %j, an older setuptools is tried once', async (log, expected) => {
  await using folder = await folderOf({ log });
  const call =
    'refbench_older_tools log && echo "${refbench_tools[0]} $(cat "${refbench_tools[1]}")" || echo no';
  const script = `${OLDER_TOOLS}\nVIRTUAL_ENV='${folder.path}'\nrefbench_tools=()\ncd '${folder.path}'\n${call}\n${call}`;
  const { stdout } = await promisify(execFile)('bash', ['-c', script]);
  expect(stdout.trim()).toBe(expected);
});
