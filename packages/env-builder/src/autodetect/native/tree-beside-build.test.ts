import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { folderOf } from '@refbench/test-helpers';
import { expect, test } from 'vitest';
import { TREE_BESIDE_BUILD } from './tree-beside-build.ts';

test('files of the tree are found from the build folder, which stays as it is', async () => {
  await using folder = await folderOf({
    'home/build/programs/run': 'a program',
    'tree/build/notes': 'of the tree',
    'tree/test/data/one.txt': 'one',
  });
  const script = `link() {\n${TREE_BESIDE_BUILD}\n}
link && link
cd "$HOME/build/programs" && cat run ../../test/data/one.txt && ls -A ..`;
  const out = execFileSync('bash', ['-euc', script], {
    cwd: join(folder.path, 'tree'),
    env: { PATH: process.env['PATH'], HOME: join(folder.path, 'home') },
    encoding: 'utf8',
  });
  expect(out).toBe('a programoneprograms\n');
});
