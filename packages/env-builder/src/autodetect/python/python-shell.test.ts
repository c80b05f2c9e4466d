import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { folderOf } from '@refbench/test-helpers';
import { expect, test } from 'vitest';
import { draft } from '../autodetect.testkit.ts';
import { detectPython } from './python-ecosystem.ts';

/** Notes when it installs the project, leaves metadata in the tree, and makes the folder of an environment. */
const UV = `#!/bin/bash
case "$*" in
  venv*) mkdir -p "$VIRTUAL_ENV" ;;
  *--no-deps*--reinstall*--editable*) echo again >>"$HOME/calls" ;;
  *--editable*) echo project >>"$HOME/calls" ;;
esac
case "$*" in *--editable*) mkdir -p "src/$(cat setup.cfg).egg-info" && touch "$_/PKG-INFO" ;; esac
`;

test('after manifests of another commit, the project is installed again in the tree', async () => {
  const recipe = await draft(
    detectPython,
    { 'setup.py': 'setup()', 'setup.cfg': '', 'test_x.py': 'import pytest' },
    { on: '2025-05-01' },
  );
  await using folder = await folderOf({
    'setup_shell.sh': recipe.text('setup_shell.sh'),
    'tree/setup.py': 'setup()',
    'bin/uv': UV,
    'bin/python': '#!/bin/bash\n',
  });
  const script = `set -e
chmod +x ../bin/*
git init --quiet
echo '*.egg-info' >.gitignore
for name in old old new old; do
  echo "$name" >setup.cfg
  echo "with $name" >>"$HOME/calls"
  source ../setup_shell.sh
done
unset REFBENCH_WARM
echo offline >>"$HOME/calls"
source ../setup_shell.sh
cat "$HOME/calls"
ls src`;
  const { stdout } = await promisify(execFile)('bash', ['-c', script], {
    cwd: join(folder.path, 'tree'),
    env: {
      PATH: `${join(folder.path, 'bin')}:${process.env['PATH'] ?? ''}`,
      HOME: folder.path,
      REFBENCH_WARM: '1',
    },
  });
  expect(stdout.trim().split('\n')).toEqual([
    'with old',
    'project',
    'with old',
    'with new',
    'project',
    'with old',
    'again',
    'offline',
    'old.egg-info',
  ]);
});
