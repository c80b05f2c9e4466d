import { expect, test } from 'vitest';
import { draft, viewOf } from '../autodetect.testkit.ts';
import { detectPython } from './python-ecosystem.ts';
import { pythonPath } from './python-path.ts';

const view = viewOf({ 'docs/src/a.py': '', 'lib/b.py': '', 'tests/test_a.py': '' });

test.each([
  ['export PYTHONPATH=./docs/src', ['docs/src']],
  ['PYTHONPATH=$PWD/lib:"$PYTHONPATH" pytest', ['lib']],
  ['env PYTHONPATH="${GITHUB_WORKSPACE}/lib:docs/src" pytest; ls', ['lib', 'docs/src']],
  ['PYTHONPATH = {toxinidir}/lib', ['lib']],
  ['PYTHONPATH=. pytest', []],
  ['PYTHONPATH=$PWD pytest', []],
  ['PYTHONPATH=missing pytest', []],
  ['PYTHONPATH=../lib pytest', []],
  ['MY_PYTHONPATH_X=lib pytest', []],
])('%s', (line, expected) => {
  expect(pythonPath(view, [line], { variables: [] })).toEqual(expected);
});

test('the folders of continuous integration, of scripts that it calls, and of tox', async () => {
  const sources = {
    'docs/src/a.py': '',
    'lib/b.py': '',
    'more/c.py': '',
    'test_a.py': 'import pytest',
  };
  const recipe = await draft(detectPython, {
    ...sources,
    '.github/workflows/test.yml': `env: { PYTHONPATH: "\${{ github.workspace }}/lib" }
jobs: { test: { runs-on: ubuntu-latest, steps: [ { run: bash scripts/test.sh } ] } }
`,
    'scripts/test.sh': 'export PYTHONPATH=./docs/src\npytest\n',
    'tox.ini': '[testenv]\nsetenv =\n  PYTHONPATH = {toxinidir}/more\n  A = b\n',
  });
  expect(recipe.text('setup_shell.sh')).toContain(
    'export PYTHONPATH=$PWD/docs/src:$PWD/lib:$PWD/more\n',
  );
  const plain = await draft(detectPython, sources);
  expect(plain.text('setup_shell.sh')).not.toContain('PYTHONPATH');
});

test('tox.toml may compute the values of variables', async () => {
  const recipe = await draft(detectPython, {
    'lib/b.py': '',
    'test_a.py': 'import pytest',
    'tox.toml': `[env_run_base]
set_env.COVERAGE_FILE = { replace = "env", name = "COVERAGE_FILE", default = "x" }
set_env.PYTHONPATH = "{tox_root}/lib"
`,
  });
  expect(recipe.text('setup_shell.sh')).toContain('export PYTHONPATH=$PWD/lib\n');
});
