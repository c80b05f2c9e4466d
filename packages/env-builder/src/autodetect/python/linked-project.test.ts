import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderOf } from '@refbench/test-helpers';
import { expect, test } from 'vitest';
import { LINK_PROJECT } from './linked-project.ts';

/** Stands for pip, which has installed the project from the tree, and for the Python of an environment. */
const PROGRAMS = `refbench_pip() { [ "$1" = . ]; }
python() {
  python3 -c "import sys, sysconfig
sysconfig.get_path = lambda name: '$PACKAGES'
exec(sys.stdin.read())"
}`;

const RECORD = `own/__init__.py,,
own/fast.cpython-39.so,,
own/made.py,,
other.py,,
own-1.dist-info/RECORD,,
../../../bin/own,,
`;

test('the modules of a project that was installed as a copy are those of the tree', async () => {
  await using folder = await folderOf({
    'packages/own-1.dist-info/METADATA': 'Name: own\n',
    'packages/own-1.dist-info/RECORD': RECORD,
    'packages/own/__init__.py': 'of the copy',
    'packages/own/fast.cpython-39.so': 'compiled',
    'packages/own/made.py': 'made by the build',
    'packages/other.py': '',
    'tree/src/own/__init__.py': 'of the tree',
  });
  const at = (name: string): string => join(folder.path, name);
  const script = `cd tree
printf '{"url":"file://%s"}' "$PWD" >"$PACKAGES/own-1.dist-info/direct_url.json"
${PROGRAMS}
${LINK_PROJECT}
refbench_link .
refbench_link .
! refbench_link missing`;
  const env = { ...process.env, PACKAGES: at('packages'), PYTHONPATH: at('packages') };
  execFileSync('bash', ['-ec', script], { cwd: folder.path, env });
  expect(readFileSync(at('packages/refbench-project.pth'), 'utf8')).toBe(`${at('tree/src')}\n`);
  expect(existsSync(at('packages/own/__init__.py'))).toBe(false);
  expect(readFileSync(at('tree/src/own/fast.cpython-39.so'), 'utf8')).toBe('compiled');
  expect(readFileSync(at('tree/src/own/__init__.py'), 'utf8')).toBe('of the tree');
  // What is not in the tree stays where it can be found.
  for (const name of ['own/made.py', 'other.py', 'own-1.dist-info/METADATA']) {
    expect(existsSync(at(`packages/${name}`))).toBe(true);
  }
});
