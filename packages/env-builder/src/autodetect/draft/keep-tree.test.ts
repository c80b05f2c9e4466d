import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderOf, git } from '@refbench/test-helpers';
import { REMEMBER_TREE, RESTORE_TREE } from './keep-tree.ts';

it('restores what a build changes, and leaves what differed before', async () => {
  await using folder = await folderOf({
    'a b.txt': 'committed\n',
    'gone.txt': 'committed\n',
    'manifest.txt': 'committed\n',
    '.gitignore': 'target\n',
  });
  const tree = folder.path;
  git(tree, ['init', '--quiet']);
  git(tree, ['add', '--all']);
  git(tree, ['commit', '--quiet', '--message=base']);
  await writeFile(join(tree, 'manifest.txt'), "golden's\n");
  await writeFile(join(tree, 'mine.txt'), 'mine\n');
  const build = `
    echo built >'a b.txt'; rm gone.txt; echo built >>manifest.txt; echo built >mine.txt
    echo built >"new file.txt"; mkdir target; echo built >target/out`;
  execFileSync('bash', ['-euc', `${REMEMBER_TREE}${build}\n${RESTORE_TREE}`], { cwd: tree });
  expect(git(tree, ['status', '--porcelain']).trim().split('\n').sort()).toEqual([
    '?? mine.txt',
    'M manifest.txt',
  ]);
  expect(await readFile(join(tree, 'manifest.txt'), 'utf8')).toBe("golden's\nbuilt\n");
  expect(await readFile(join(tree, 'target/out'), 'utf8')).toBe('built\n');
});
