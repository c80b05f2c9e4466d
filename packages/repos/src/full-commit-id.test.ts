import { join } from 'node:path';
import { git, temporaryFolder } from '@refbench/test-helpers';
import { expect, test } from 'vitest';
import { fullCommitId } from './full-commit-id.ts';

test('completes the first digits with the mirror, and names what is not there', async () => {
  await using folder = await temporaryFolder();
  const clone = join(folder.path, 'mirror/team/tool');
  git(folder.path, ['init', '-q', clone]);
  git(clone, ['commit', '-q', '--allow-empty', '-m', 'one']);
  const head = git(clone, ['rev-parse', 'HEAD']).trim();
  const complete = (commit: string, name = 'team/tool', pattern = 'mirror'): Promise<string> =>
    fullCommitId({
      commit,
      repository: { name },
      mirror: join(folder.path, pattern),
      cacheDir: join(folder.path, 'cache'),
    });
  expect(await complete(head.slice(0, 7))).toBe(head);
  await expect(complete('0000000')).rejects.toThrow(/stands for no commit there, or for several/);
  await expect(complete('short')).rejects.toThrow(/is not a commit id/);
  const elsewhere = complete(head.slice(0, 7), 'team/tool', 'elsewhere/{name}');
  await expect(elsewhere).rejects.toThrow(/the mirror has no repository at .*elsewhere\/tool/);
});
