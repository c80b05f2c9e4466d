import { existsSync } from 'node:fs';
import { appendFile, cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { contents, plainGit, writeFiles } from '../repos.testkit.ts';
import { bytePath } from '../tree/tree.ts';
import { collectPatch } from './collect-patch.ts';
import {
  baseFiles,
  changedFiles,
  patchOf,
  tarOfFolder,
  withBench,
} from './patch-collection.testkit.ts';
import { openIgnoreRules } from './ignore-rules.ts';

describe('git within the tree (D5, D8)', () => {
  test('files of a nested repository are collected without its .git', async () => {
    const patch = await patchOf(async (testbed) => {
      const nested = join(testbed, 'nested');
      await mkdir(nested);
      plainGit(nested, ['init', '-q']);
      await writeFile(join(nested, 'x.ts'), 'x\n');
      plainGit(nested, ['add', '-A']);
      plainGit(nested, ['commit', '-qm', 'x']);
      await mkdir(join(testbed, 'src/.GIT'));
      await writeFile(join(testbed, 'src/.GIT/config'), 'x');
      await writeFile(
        join(testbed, '.gitmodules'),
        '[submodule "x"]\n\tpath = x\n\turl = ext::sh -c touch% x\n',
      );
    });
    expect(changedFiles(patch)).toEqual(['.gitmodules', 'nested/x.ts']);
  });

  test('a submodule of base does not change', async () => {
    await withBench(async ({ repository, testbed, collect }) => {
      const gitlink = {
        path: bytePath('vendor/lib'),
        mode: '160000' as const,
        oid: 'd'.repeat(40),
      };
      const base = await writeFiles(repository, baseFiles, [gitlink]);
      await mkdir(join(testbed, 'vendor/lib'), { recursive: true });
      await writeFile(join(testbed, 'vendor/lib/x'), 'x');
      await using ignored = await openIgnoreRules(repository, base);
      const result = await collectPatch({
        source: { kind: 'archive', open: () => Promise.resolve(tarOfFolder(join(testbed, '..'))) },
        repository,
        base,
        ignored,
      });
      expect(result).toMatchObject({
        kind: 'collected',
        changed: 0,
        treeId: base,
        skippedSpecial: ['vendor/lib/x'],
      });
      expect((await collect()).kind).toBe('collected');
    });
  });

  test.each([
    [
      'flags in the index',
      async (testbed: string) => {
        plainGit(testbed, ['update-index', '--skip-worktree', 'src/a.ts']);
        plainGit(testbed, ['update-index', '--assume-unchanged', 'src/b.ts']);
      },
    ],
    ['info/exclude', (testbed: string) => writeFile(join(testbed, '.git/info/exclude'), '*\n')],
    ['.git removed', (testbed: string) => rm(join(testbed, '.git'), { recursive: true })],
    [
      'a file instead of .git',
      async (testbed: string) => {
        await rm(join(testbed, '.git'), { recursive: true });
        await writeFile(join(testbed, '.git'), 'gitdir: /etc\n');
      },
    ],
    [
      'another repository',
      async (testbed: string) => {
        await rm(join(testbed, '.git'), { recursive: true });
        plainGit(testbed, ['init', '-q']);
        plainGit(testbed, ['add', '-A']);
        plainGit(testbed, ['commit', '-qm', 'all mine']);
      },
    ],
  ])('changes are collected with %s', async (_name, hide) => {
    const patch = await patchOf(async (testbed) => {
      await hide(testbed);
      await appendFile(join(testbed, 'src/a.ts'), 'a\n');
      await appendFile(join(testbed, 'src/b.ts'), 'b\n');
      await writeFile(join(testbed, 'new.ts'), 'new\n');
    });
    expect(changedFiles(patch)).toEqual(['new.ts', 'src/a.ts', 'src/b.ts']);
  });

  test('a changed .gitignore hides nothing', async () => {
    const patch = await patchOf(async (testbed) => {
      await writeFile(join(testbed, '.gitignore'), '*\n');
      await writeFile(join(testbed, 'new.ts'), 'new\n');
    });
    expect(changedFiles(patch)).toEqual(['.gitignore', 'new.ts']);
  });
});

test('config, hooks and attributes of an agent have no effect (D6, D7)', async () => {
  await withBench(async ({ repository, testbed, collect }) => {
    const sentinel = join(testbed, '..', 'sentinel');
    const trap = join(testbed, '..', 'trap.sh');
    await writeFile(trap, `#!/bin/sh\ntouch ${sentinel}\ncat\n`, { mode: 0o755 });
    await mkdir(join(testbed, '.git/hooks'), { recursive: true });
    for (const hook of [
      'post-index-change',
      'pre-commit',
      'post-checkout',
      'reference-transaction',
    ]) {
      await cp(trap, join(testbed, '.git/hooks', hook));
    }
    await appendFile(
      join(testbed, '.git/config'),
      `[core]\n\tfsmonitor = ${trap}\n\tpager = ${trap}\n\tattributesFile = ${testbed}/.gitattributes\n[diff]\n\texternal = ${trap}\n[diff "x"]\n\ttextconv = ${trap}\n\tcommand = ${trap}\n[filter "x"]\n\tclean = ${trap}\n\tsmudge = ${trap}\n\tprocess = ${trap}\n`,
    );
    await writeFile(
      join(testbed, '.gitattributes'),
      '* filter=x diff=x merge=x ident eol=crlf working-tree-encoding=UTF-16 -text\n*.ts -diff\n*.bin filter=lfs\n',
    );
    await writeFile(join(testbed, 'src/a.ts'), '// $Id$\nexport const a = 2;\n');
    await writeFile(
      join(testbed, 'big.bin'),
      'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n',
    );
    const result = await collect();
    if (result.kind === 'rejected') throw new Error(result.reason);
    expect(result.patch.toString()).toContain('+// $Id$\n');
    expect(changedFiles(result.patch.toString())).toEqual([
      '.gitattributes',
      'big.bin',
      'src/a.ts',
    ]);
    expect(await contents(repository, result.treeId)).toMatchObject({
      'src/a.ts': '100644 // $Id$\nexport const a = 2;\n',
    });
    expect(existsSync(sentinel)).toBe(false);
    // Confirms that the trap works if git trusts the folder.
    plainGit(testbed, ['status']);
    expect(existsSync(sentinel)).toBe(true);
  });
});
