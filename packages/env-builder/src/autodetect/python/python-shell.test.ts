import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { folderOf } from '@refbench/test-helpers';
import { expect, test } from 'vitest';
import { draft } from '../autodetect.testkit.ts';
import { detectPython } from './python-ecosystem.ts';

/** Notes when it installs the project, and makes the folder of an environment. */
const UV = `#!/bin/bash
case "$*" in
  venv*) mkdir -p "$VIRTUAL_ENV" ;;
  *--no-deps*--reinstall*--editable*) echo again >>"$HOME/calls" ;;
  *--editable*) echo project >>"$HOME/calls" ;;
esac
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
for version in 1 1 2 1; do
  echo "version = $version" >setup.cfg
  echo "with $version" >>"$HOME/calls"
  source ../setup_shell.sh
done
unset REFBENCH_WARM
echo offline >>"$HOME/calls"
source ../setup_shell.sh
cat "$HOME/calls"`;
  const { stdout } = await promisify(execFile)('bash', ['-c', script], {
    cwd: join(folder.path, 'tree'),
    env: {
      PATH: `${join(folder.path, 'bin')}:${process.env['PATH'] ?? ''}`,
      HOME: folder.path,
      REFBENCH_WARM: '1',
    },
  });
  expect(stdout.trim().split('\n')).toEqual([
    'with 1',
    'project',
    'with 1',
    'with 2',
    'project',
    'with 1',
    'again',
    'offline',
  ]);
});
