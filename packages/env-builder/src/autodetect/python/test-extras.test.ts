import { execFileSync } from 'node:child_process';
import { folderOf } from '@refbench/test-helpers';
import { expect, test } from 'vitest';
import { draft } from '../autodetect.testkit.ts';
import { detectPython } from './python-ecosystem.ts';
import { TEST_EXTRAS } from './test-extras.ts';

/** The extras that are chosen for a project which was installed from its folder, beside another one. */
async function chosen(...extras: readonly string[]): Promise<string> {
  await using folder = await folderOf({
    'packages/other-1.dist-info/METADATA': 'Name: other\nProvides-Extra: pytest\n',
    'packages/own-1.dist-info/METADATA': [
      'Name: own',
      ...extras.map((one) => `Provides-Extra: ${one}`),
      '',
    ].join('\n'),
    'a tree/setup.py': '',
  });
  const script = `cd 'a tree'
printf '{"url":"file://%s"}' "$(pwd | sed 's/ /%20/g')" >../packages/own-1.dist-info/direct_url.json
python() { python3 "$@"; }
${TEST_EXTRAS}
refbench_test_extras`;
  const env = { ...process.env, PYTHONPATH: `${folder.path}/packages` };
  return execFileSync('bash', ['-ec', script], { cwd: folder.path, env, encoding: 'utf8' }).trim();
}

test('all extras for tests, otherwise one for development', async () => {
  expect(await chosen('doc', 'testing', 'dev', 'test')).toBe('test,testing');
  expect(await chosen('all', 'doc', 'dev')).toBe('dev');
  expect(await chosen('doc')).toBe('');
  expect(await chosen()).toBe('');
});

test('the installed project is asked where no file of the tree names extras for tests', async () => {
  const files = {
    'pyproject.toml': '[build-system]\nrequires=["flit_core"]',
    'test_a.py': 'import pytest',
  };
  const asked = await draft(detectPython, files);
  expect(asked.text('setup_shell.sh')).toContain('refbench_pip --editable ".[$extras]"');
  const named = { ...files, 'pyproject.toml': '[project.optional-dependencies]\ntest = ["x"]\n' };
  const known = await draft(detectPython, named);
  expect(known.text('setup_shell.sh')).not.toContain('refbench_test_extras');
});
