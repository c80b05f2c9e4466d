import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openRepository } from '@refbench/repos';
import { expect, it } from 'vitest';
import { temporaryFolder, writeInstance, writeRepository } from '@refbench/test-helpers';
import { dependenciesOfGolden, recordDependenciesOfGolden } from './dependencies-of-golden.ts';

it('returns the packages that only golden requires, and the listed ones', async () => {
  await using folder = await temporaryFolder();
  const manifest = (...names: readonly string[]): string =>
    JSON.stringify({ dependencies: Object.fromEntries(names.map((name) => [name, '1'])) });
  const commits = await writeRepository(folder.path, {
    base: { 'package.json': manifest('kept', 'gone'), 'other/package.json': manifest('other') },
    golden: {
      'package.json': manifest('kept', 'new', 'listed'),
      'packages/a/package.json': manifest('new', 'kept', 'inner'),
      'other/package.json': manifest('other', 'no-manifest-of-the-instance'),
    },
  });
  const manifests = ['package.json', 'packages/a/package.json'];
  const instance = {
    ...(await writeInstance(folder.path, { ...commits, manifests })),
    dependencies_of_golden: ['listed@2.0.0'],
  };
  await using repository = await openRepository({
    repository: instance.repository,
    instanceDir: folder.path,
    ...commits,
    cacheDir: join(folder.path, 'repositories'),
  });
  const names = await dependenciesOfGolden(instance, repository);
  expect(names).toEqual(['inner', 'listed@2.0.0', 'new']);
});

it('writes the names and preserves the rest of instance.yaml', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'instance.yaml');
  const text = '# Why it was chosen.\nschema: 1\nid: a__b-11111111 # its base\n';
  await writeFile(path, text);
  await recordDependenciesOfGolden(folder.path, []);
  expect(await readFile(path, 'utf8')).toBe(text);
  await recordDependenciesOfGolden(folder.path, ['a', '@b/c']);
  expect(await readFile(path, 'utf8')).toBe(`${text}dependencies_of_golden:\n  - a\n  - "@b/c"\n`);
});
