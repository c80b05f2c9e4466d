import { appendFile, chmod, link, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { contents } from '../repos.testkit.ts';
import { bytePath } from '../tree/tree.ts';
import {
  changedFiles,
  makeTar,
  patchOf,
  tarOfFolder,
  withBench,
} from './patch-collection.testkit.ts';

describe('changes are collected (D1, D3, D9)', () => {
  test('no changes, or only ignored files, produce an empty patch', async () => {
    await withBench(async ({ base, testbed, collect }) => {
      expect(await collect()).toMatchObject({
        kind: 'collected',
        changed: 0,
        treeId: base,
        patch: Buffer.alloc(0),
      });
      await mkdir(join(testbed, 'node_modules/x/src'), { recursive: true });
      await writeFile(join(testbed, 'node_modules/x/src/index.js'), 'x');
      await writeFile(join(testbed, 'dist/new.js'), 'x');
      await writeFile(join(testbed, 'debug.log'), 'x');
      expect(await collect()).toMatchObject({ changed: 0, treeId: base });
    });
  });

  test('a tracked file in an ignored folder is collected', async () => {
    const patch = await patchOf((testbed) =>
      appendFile(join(testbed, 'dist/tracked.js'), 'more\n'),
    );
    expect(changedFiles(patch)).toEqual(['dist/tracked.js']);
  });

  test('changes of only the mode, white space, line ends or the last line feed', async () => {
    expect(await patchOf((testbed) => chmod(join(testbed, 'src/a.ts'), 0o755))).toContain(
      'new mode 100755',
    );
    expect(await patchOf((testbed) => appendFile(join(testbed, 'src/a.ts'), ' \n'))).toContain(
      '+ \n',
    );
    expect(
      await patchOf((testbed) => writeFile(join(testbed, 'src/b.ts'), 'export const b = 2;\n')),
    ).toContain('-export const b = 2;\r\n+export const b = 2;\n');
    expect(
      await patchOf((testbed) => writeFile(join(testbed, 'src/a.ts'), 'export const a = 1;')),
    ).toContain('\\ No newline');
  });

  test('deletions, moves, a file replaced by a folder and the reverse, a case-only rename', async () => {
    await withBench(async ({ repository, testbed, collect }) => {
      await rename(join(testbed, 'src/a.ts'), join(testbed, 'src/A.ts'));
      await rm(join(testbed, 'dist'), { recursive: true });
      await writeFile(join(testbed, 'dist'), 'now a file, and ignored');
      await rm(join(testbed, 'run.sh'));
      await mkdir(join(testbed, 'run.sh'));
      await writeFile(join(testbed, 'run.sh/x'), 'x');
      await rm(join(testbed, 'link'));
      await writeFile(join(testbed, 'link'), 'src/a.ts');
      const result = await collect();
      expect(result).toMatchObject({ kind: 'collected', changed: 6 });
      expect(
        await contents(repository, result.kind === 'collected' ? result.treeId : ''),
      ).toMatchObject({
        'src/A.ts': '100644 export const a = 1;\n',
        'run.sh/x': '100644 x',
        link: '100644 src/a.ts',
      });
    });
  });
});

describe('names (D2)', () => {
  test.each(['gnu', 'pax'] as const)(
    'names with bytes, tabs and line feeds, and long and deep names are kept in a %s archive',
    async (format) => {
      await withBench(async ({ repository, testbed, collect }) => {
        const names = [
          `tab\there`,
          'line\nfeed',
          'é',
          'e\u0301',
          'n'.repeat(255),
          `${'d/'.repeat(200)}x`,
          ':(top)x',
          '-rf',
          ' ',
        ];
        for (const name of names) {
          await mkdir(join(testbed, name, '..'), { recursive: true });
          await writeFile(join(testbed, name), name);
        }
        const result = await collect(tarOfFolder(join(testbed, '..'), format));
        expect(result).toMatchObject({ kind: 'collected', changed: names.length });
        const found = await contents(repository, result.kind === 'collected' ? result.treeId : '');
        for (const name of names) expect(found[bytePath(name)]).toBe(`100644 ${bytePath(name)}`);
      });
    },
  );

  test('names that are not UTF-8', async () => {
    await withBench(async ({ repository, testbed, collect }) => {
      await writeFile(
        Buffer.concat([Buffer.from(`${testbed}/`), Buffer.from([0xff, 0xfe, 0x80])]),
        'x',
      );
      const result = await collect();
      const found = await contents(repository, result.kind === 'collected' ? result.treeId : '');
      expect(found['\xff\xfe\x80']).toBe('100644 x');
    });
  });

  test.each([
    ['git~1', 'testbed/git~1', "git's own folder"],
    ['a parent', 'testbed/../x', 'leads out'],
    ['too long', `testbed/${'d/'.repeat(3000)}x`, 'longer than'],
  ])('%s is rejected', async (_name, name, reason) => {
    await withBench(async ({ collect }) => {
      expect(await collect(makeTar([{ name, bytes: 'x' }]))).toMatchObject({
        stage: 'path',
        reason: expect.stringContaining(reason),
      });
    });
  });

  test('a link named .gitmodules is rejected, as git would', async () => {
    expect(
      await patchOf((testbed) => symlink('/etc/passwd', join(testbed, '.gitmodules'))),
    ).toMatch(/^path: .*\.gitmodules/);
  });
});

describe('links (D4)', () => {
  test('links are not followed, and links that lead out of the tree are listed', async () => {
    await withBench(async ({ repository, testbed, collect }) => {
      await symlink('loop', join(testbed, 'loop'));
      await symlink('/etc/passwd', join(testbed, 'absolute'));
      await symlink('../../outside', join(testbed, 'src/parent'));
      await symlink('..', join(testbed, 'src/up'));
      await symlink('src/up/../x', join(testbed, 'through'));
      await symlink('src/a.ts', join(testbed, 'fine'));
      await rm(join(testbed, 'dist'), { recursive: true });
      await symlink('/tmp', join(testbed, 'dist'));
      const result = await collect();
      if (result.kind === 'rejected') throw new Error(result.reason);
      expect([...result.escapingLinks].sort()).toEqual([
        'absolute -> /etc/passwd',
        'src/parent -> ../../outside',
        'through -> src/up/../x',
      ]);
      expect(await contents(repository, result.treeId)).toMatchObject({
        loop: '120000 loop',
        fine: '120000 src/a.ts',
      });
    });
  });

  test('hard links become separate files', async () => {
    await withBench(async ({ repository, testbed, collect }) => {
      await link(join(testbed, 'src/a.ts'), join(testbed, 'src/z.ts'));
      const result = await collect();
      const found = await contents(repository, result.kind === 'collected' ? result.treeId : '');
      expect(found).toMatchObject({
        'src/a.ts': '100644 export const a = 1;\n',
        'src/z.ts': '100644 export const a = 1;\n',
      });
    });
  });

  test('a hard link to an ignored file is resolved by reading the archive again', async () => {
    await withBench(async ({ repository, collect }) => {
      const result = await collect(() =>
        makeTar([
          { name: 'testbed/node_modules/y.ts', bytes: 'y\n' },
          { name: 'testbed/src/y.ts', type: 'hardlink', linkTarget: 'testbed/node_modules/y.ts' },
          { name: 'testbed/src/z.ts', type: 'hardlink', linkTarget: 'testbed/node_modules/y.ts' },
        ]),
      );
      const found = await contents(repository, result.kind === 'collected' ? result.treeId : '');
      expect(found).toEqual({ 'src/y.ts': '100644 y\n', 'src/z.ts': '100644 y\n' });
    });
  });
});
