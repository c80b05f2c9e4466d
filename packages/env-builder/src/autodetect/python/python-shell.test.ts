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

/** Sources a set-up in a tree, as the lines of a script say, and returns what was noted. */
async function notesOf(shell: string, lines: string): Promise<readonly string[]> {
  await using folder = await folderOf({
    'setup_shell.sh': shell,
    'tree/setup.py': 'setup()',
    'bin/uv': UV,
    'bin/python': '#!/bin/bash\n',
  });
  const script = `set -e
chmod +x ../bin/*
git init --quiet
echo '*.egg-info' >.gitignore
${lines}`;
  const { stdout } = await promisify(execFile)('bash', ['-c', script], {
    cwd: join(folder.path, 'tree'),
    env: {
      PATH: `${join(folder.path, 'bin')}:${process.env['PATH'] ?? ''}`,
      HOME: folder.path,
      REFBENCH_WARM: '1',
    },
  });
  return stdout.trim().split('\n');
}

test('after manifests of another commit, the project is installed again in the tree', async () => {
  const recipe = await draft(
    detectPython,
    { 'setup.py': 'setup()', 'setup.cfg': '', 'test_x.py': 'import pytest' },
    { on: '2025-05-01' },
  );
  const notes = await notesOf(
    recipe.text('setup_shell.sh'),
    `for name in old old new old; do
  echo "$name" >setup.cfg
  echo "with $name" >>"$HOME/calls"
  source ../setup_shell.sh
done
unset REFBENCH_WARM
echo offline >>"$HOME/calls"
source ../setup_shell.sh
cat "$HOME/calls"
ls src`,
  );
  expect(notes).toEqual([
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

test('compiled modules are built again offline when their sources change, and for nothing else', async () => {
  const files = { 'setup.py': 'setup(ext_modules=[x])', 'test_x.py': 'import pytest' };
  const recipe = await draft(detectPython, files, { on: '2025-05-01' });
  const notes = await notesOf(
    recipe.text('setup_shell.sh'),
    `touch setup.cfg
echo 'int one;' >speed.c
git add speed.c
for name in one two one; do
  echo "int $name;" >speed.c
  source ../setup_shell.sh
done
unset REFBENCH_WARM
for name in one two two one; do
  echo "int $name;" >speed.c
  echo "// built of it" >made.c
  touch made.so
  echo "offline $name" >>"$HOME/calls"
  source ../setup_shell.sh
  [ -e made.so ] || echo 'no module of other sources' >>"$HOME/calls"
done
cat "$HOME/calls"`,
  );
  expect(notes).toEqual([
    'project',
    'project',
    'again',
    'offline one',
    'offline two',
    'again',
    'no module of other sources',
    'offline two',
    'offline one',
    'again',
    'no module of other sources',
  ]);
});
