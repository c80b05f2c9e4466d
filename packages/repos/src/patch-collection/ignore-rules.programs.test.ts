import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptyRepository, plainGit, textFiles, writeFiles } from '../repos.testkit.ts';
import { temporaryFolder } from '@refbench/test-helpers';
import { bytePath } from '../tree/tree.ts';
import { openIgnoreRules } from './ignore-rules.ts';
import { PathFilter } from './path-filter.ts';

test('for any rules, the same files are kept as by "git add"', async () => {
  const names = fc.constantFrom('a', 'b', 'lib', 'x.log', ':c', 'w x');
  const path = fc.array(names, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
  const pattern = fc.oneof(
    fc.constantFrom(
      '*.log',
      'lib/',
      'a/*',
      '!a/b',
      '/b',
      '**/lib',
      'a/**',
      '!lib',
      '*',
      '!*/',
      'a/b/',
      '!x.log',
      '\\:c',
      'w\\ x',
      '# c',
      '',
    ),
    path,
    path.map((text) => `!${text}`),
  );
  const rulesFile = fc.array(pattern, { maxLength: 4 }).map((all) => `${all.join('\n')}\n`);
  await using folder = await temporaryFolder();
  await using repository = await emptyRepository(folder.path);
  let run = 0;
  await fc.assert(
    fc.asyncProperty(
      rulesFile,
      rulesFile,
      fc.uniqueArray(path, { maxLength: 8 }),
      async (root, below, paths) => {
        const files = paths.filter((one) => !paths.some((other) => other.startsWith(`${one}/`)));
        const base = await writeFiles(
          repository,
          textFiles({ '.gitignore': root, 'a/.gitignore': below }),
        );
        await using rules = await openIgnoreRules(repository, base);
        const filter = new PathFilter(await repository.readTree(base), rules);
        const kept: string[] = [];
        const possible = files.filter((file) => file !== 'a');
        for (const file of possible) if (await filter.keeps(bytePath(file))) kept.push(file);

        run += 1;
        const checkout = join(folder.path, `checkout-${run}`);
        await mkdir(join(checkout, 'a'), { recursive: true });
        plainGit(checkout, ['init', '-q']);
        for (const [file, text] of [
          ['.gitignore', root],
          ['a/.gitignore', below],
          ...possible.map((file) => [file, ''] as const),
        ] as const) {
          await mkdir(dirname(join(checkout, file)), { recursive: true });
          await writeFile(join(checkout, file), text);
        }
        const listed = plainGit(checkout, ['ls-files', '-z', '--others', '--exclude-standard'])
          .toString()
          .split('\0');
        expect(kept.sort()).toEqual(
          listed.filter((file) => file !== '' && !file.endsWith('.gitignore')).sort(),
        );
      },
    ),
    { numRuns: 60 },
  );
});
