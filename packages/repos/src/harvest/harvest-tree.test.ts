import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  appendFile,
  chmod,
  cp,
  link,
  mkdir,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { openRepository } from '../open-repository.ts';
import { packOneCommit } from '../pack/pack-one-commit.ts';
import type { Repository } from '../repository.ts';
import {
  contents,
  emptyRepository,
  MIRRORED_COMMITS,
  plainGit,
  temporaryFolder,
  testMirror,
  textFiles,
  writeFiles,
} from '../repos.testkit.ts';
import { bytePath } from '../tree.ts';
import { HARVEST_LIMITS, type HarvestLimits } from './harvest-limits.ts';
import type { HarvestResult } from './harvest-result.ts';
import { harvestTree } from './harvest-tree.ts';
import { makeTar, tarOfFolder } from './harvest.testkit.ts';
import { openIgnoreRules } from './ignore-rules.ts';

const owner = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0, mtime: 0 };

const baseFiles = textFiles({
  '.gitignore': 'node_modules/\n*.log\n/dist\n',
  'src/a.ts': 'export const a = 1;\n',
  'src/b.ts': 'export const b = 2;\r\n',
  'dist/tracked.js': 'tracked\n',
  'run.sh': 'exec:echo\n',
  link: 'link:src/a.ts',
});

interface Bench {
  readonly repository: Repository;
  readonly base: string;
  /** The unpacked working folder, an agent's to spoil. */
  readonly testbed: string;
  readonly harvest: (archive?: Readable, limits?: Partial<HarvestLimits>) => Promise<HarvestResult>;
}

/** Unpacks base as an image would have it, lets the agent work, and tells what is harvested. */
async function withBench(work: (bench: Bench) => Promise<void>, files = baseFiles): Promise<void> {
  await using folder = await temporaryFolder();
  await using repository = await emptyRepository(folder.path);
  const base = await writeFiles(repository, files);
  const testbed = join(folder.path, 'testbed');
  await mkdir(testbed);
  const tar = await buffer(packOneCommit(repository, base, owner));
  execFileSync('tar', ['-C', testbed, '-xf', '-'], { input: tar });
  await using ignored = await openIgnoreRules(repository, base);
  await work({
    repository,
    base,
    testbed,
    harvest: (archive = tarOfFolder(folder.path), limits = {}) =>
      harvestTree({ archive, repository, base, ignored, limits: { ...HARVEST_LIMITS, ...limits } }),
  });
}

/** The patch of what an agent did, or why it was rejected. */
async function patchOf(work: (testbed: string) => Promise<void>): Promise<string> {
  let patch = '';
  await withBench(async (bench) => {
    await work(bench.testbed);
    const result = await bench.harvest();
    patch =
      result.kind === 'harvested'
        ? result.patch.toString('latin1')
        : `${result.stage}: ${result.reason}`;
  });
  return patch;
}

function changedFiles(patch: string): readonly string[] {
  return [...patch.matchAll(/^diff --git "?a\/(.*?)"? "?b\//gm)].map((match) => match[1] ?? '');
}

describe('what changed is harvested (D1, D3, D9)', () => {
  test('nothing, and only ignored files, are an empty patch', async () => {
    await withBench(async ({ base, testbed, harvest }) => {
      expect(await harvest()).toMatchObject({
        kind: 'harvested',
        changed: 0,
        treeId: base,
        patch: Buffer.alloc(0),
      });
      await mkdir(join(testbed, 'node_modules/x/src'), { recursive: true });
      await writeFile(join(testbed, 'node_modules/x/src/index.js'), 'x');
      await writeFile(join(testbed, 'dist/new.js'), 'x');
      await writeFile(join(testbed, 'debug.log'), 'x');
      expect(await harvest()).toMatchObject({ changed: 0, treeId: base });
    });
  });

  test('a tracked file in an ignored folder is seen', async () => {
    const patch = await patchOf((testbed) =>
      appendFile(join(testbed, 'dist/tracked.js'), 'more\n'),
    );
    expect(changedFiles(patch)).toEqual(['dist/tracked.js']);
  });

  test('only a mode; only white space; only line ends; a lost line feed', async () => {
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

  test('deleted, moved, a file for a folder and a folder for a file, a case-only rename', async () => {
    await withBench(async ({ repository, testbed, harvest }) => {
      await rename(join(testbed, 'src/a.ts'), join(testbed, 'src/A.ts'));
      await rm(join(testbed, 'dist'), { recursive: true });
      await writeFile(join(testbed, 'dist'), 'now a file, and ignored');
      await rm(join(testbed, 'run.sh'));
      await mkdir(join(testbed, 'run.sh'));
      await writeFile(join(testbed, 'run.sh/x'), 'x');
      await rm(join(testbed, 'link'));
      await writeFile(join(testbed, 'link'), 'src/a.ts');
      const result = await harvest();
      expect(result).toMatchObject({ kind: 'harvested', changed: 6 });
      expect(
        await contents(repository, result.kind === 'harvested' ? result.treeId : ''),
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
    'bytes, tabs, line feeds, long and deep names survive a %s archive',
    async (format) => {
      await withBench(async ({ repository, testbed, harvest }) => {
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
        const result = await harvest(tarOfFolder(join(testbed, '..'), format));
        expect(result).toMatchObject({ kind: 'harvested', changed: names.length });
        const found = await contents(repository, result.kind === 'harvested' ? result.treeId : '');
        for (const name of names) expect(found[bytePath(name)]).toBe(`100644 ${bytePath(name)}`);
      });
    },
  );

  test('names that are not UTF-8', async () => {
    await withBench(async ({ repository, testbed, harvest }) => {
      await writeFile(
        Buffer.concat([Buffer.from(`${testbed}/`), Buffer.from([0xff, 0xfe, 0x80])]),
        'x',
      );
      const result = await harvest();
      const found = await contents(repository, result.kind === 'harvested' ? result.treeId : '');
      expect(found['\xff\xfe\x80']).toBe('100644 x');
    });
  });

  test.each([
    ['git~1', 'testbed/git~1', "git's own folder"],
    ['a parent', 'testbed/../x', 'leads out'],
    ['too long', `testbed/${'d/'.repeat(3000)}x`, 'longer than'],
  ])('%s is rejected', async (_name, name, reason) => {
    await withBench(async ({ harvest }) => {
      expect(await harvest(makeTar([{ name, bytes: 'x' }]))).toMatchObject({
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
  test('loops stay links; links that lead out are listed; nothing is followed', async () => {
    await withBench(async ({ repository, testbed, harvest }) => {
      await symlink('loop', join(testbed, 'loop'));
      await symlink('/etc/passwd', join(testbed, 'absolute'));
      await symlink('../../outside', join(testbed, 'src/parent'));
      await symlink('..', join(testbed, 'src/up'));
      await symlink('src/up/../x', join(testbed, 'through'));
      await symlink('src/a.ts', join(testbed, 'fine'));
      await rm(join(testbed, 'dist'), { recursive: true });
      await symlink('/tmp', join(testbed, 'dist'));
      const result = await harvest();
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

  test('hard links are files of their own', async () => {
    await withBench(async ({ repository, testbed, harvest }) => {
      await link(join(testbed, 'src/a.ts'), join(testbed, 'src/z.ts'));
      const result = await harvest();
      const found = await contents(repository, result.kind === 'harvested' ? result.treeId : '');
      expect(found).toMatchObject({
        'src/a.ts': '100644 export const a = 1;\n',
        'src/z.ts': '100644 export const a = 1;\n',
      });
    });
  });

  test('a hard link whose first name is ignored needs a second look, or is rejected', async () => {
    await withBench(async ({ repository, base, harvest }) => {
      const tar = (): Readable =>
        makeTar([
          { name: 'testbed/node_modules/y.ts', bytes: 'y\n' },
          { name: 'testbed/src/y.ts', type: 'hardlink', linkTarget: 'testbed/node_modules/y.ts' },
          { name: 'testbed/src/z.ts', type: 'hardlink', linkTarget: 'testbed/node_modules/y.ts' },
        ]);
      expect(await harvest(tar())).toMatchObject({
        stage: 'link',
        reason: expect.stringContaining('src/y.ts'),
      });
      await using ignored = await openIgnoreRules(repository, base);
      const result = await harvestTree({
        archive: tar(),
        reread: () => Promise.resolve(tar()),
        repository,
        base,
        ignored,
      });
      const found = await contents(repository, result.kind === 'harvested' ? result.treeId : '');
      expect(found).toEqual({ 'src/y.ts': '100644 y\n', 'src/z.ts': '100644 y\n' });
    });
  });
});

describe('git within the tree (D5, D8)', () => {
  test('files of a nested repository are kept, its .git is not', async () => {
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

  test('a submodule of base stays as it is', async () => {
    await withBench(async ({ repository, testbed, harvest }) => {
      const gitlink = {
        path: bytePath('vendor/lib'),
        mode: '160000' as const,
        oid: 'd'.repeat(40),
      };
      const base = await writeFiles(repository, baseFiles, [gitlink]);
      await mkdir(join(testbed, 'vendor/lib'), { recursive: true });
      await writeFile(join(testbed, 'vendor/lib/x'), 'x');
      await using ignored = await openIgnoreRules(repository, base);
      const result = await harvestTree({
        archive: tarOfFolder(join(testbed, '..')),
        repository,
        base,
        ignored,
      });
      expect(result).toMatchObject({
        kind: 'harvested',
        changed: 0,
        treeId: base,
        skippedSpecial: ['vendor/lib/x'],
      });
      expect((await harvest()).kind).toBe('harvested');
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
    ['no .git', (testbed: string) => rm(join(testbed, '.git'), { recursive: true })],
    [
      'a file for .git',
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
  ])('changes are seen with %s', async (_name, hide) => {
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

test('config, hooks and attributes that an agent wrote are never run (D6, D7)', async () => {
  await withBench(async ({ repository, testbed, harvest }) => {
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
    const result = await harvest();
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
    // The trap does work where git trusts the folder.
    plainGit(testbed, ['status']);
    expect(existsSync(sentinel)).toBe(true);
  });
});

describe('sizes and kinds (D10)', () => {
  test('pipes and devices are listed and left out; an unreadable file is read', async () => {
    await withBench(async ({ testbed, harvest }) => {
      execFileSync('mkfifo', [join(testbed, 'pipe')]);
      await chmod(join(testbed, 'src/a.ts'), 0o000);
      expect(await harvest()).toMatchObject({
        kind: 'harvested',
        changed: 0,
        skippedSpecial: ['pipe'],
      });
    });
  });

  test('files over the limits are named', async () => {
    await withBench(async ({ testbed, harvest }) => {
      await writeFile(join(testbed, 'big.bin'), Buffer.alloc(3000));
      await writeFile(join(testbed, 'debug.log'), Buffer.alloc(9000));
      expect(await harvest(undefined, { fileBytes: 2000 })).toMatchObject({
        stage: 'size',
        reason: expect.stringContaining('big.bin (3000)'),
      });
      expect(await harvest(undefined, { totalBytes: 2000 })).toMatchObject({
        stage: 'size',
        reason: expect.stringContaining('big.bin (3000)'),
      });
      expect(await harvest(undefined, { patchBytes: 20 })).toMatchObject({ stage: 'size' });
      expect(await harvest(undefined, { entries: 3 })).toMatchObject({ stage: 'size' });
      await mkdir(join(testbed, 'many'));
      for (const name of 'abcdef')
        await link(join(testbed, 'src/a.ts'), join(testbed, 'many', name));
      expect(await harvest(undefined, { files: 4 })).toMatchObject({
        stage: 'size',
        reason: expect.stringContaining('many (5)'),
      });
    });
  });

  test('a large file of base is no change as long as it is as it was', async () => {
    await withBench(async ({ testbed, harvest }) => {
      expect(await harvest(undefined, { fileBytes: 3 })).toMatchObject({
        kind: 'harvested',
        changed: 0,
      });
      await appendFile(join(testbed, 'src/a.ts'), 'x');
      expect(await harvest(undefined, { fileBytes: 3 })).toMatchObject({
        reason: expect.stringContaining('src/a.ts (21)'),
      });
    });
  });

  test('an archive that is cut short is no harvest', async () => {
    await withBench(async ({ testbed, harvest }) => {
      const whole = await buffer(tarOfFolder(join(testbed, '..')));
      const cut = whole.subarray(0, whole.indexOf('export const a'));
      await expect(harvest(Readable.from([cut]))).rejects.toMatchObject({ kind: 'engine' });
    });
  });

  test('the same folder gives the same tree twice (D11)', async () => {
    await withBench(async ({ testbed, harvest }) => {
      await appendFile(join(testbed, 'src/a.ts'), 'x');
      expect(await harvest()).toEqual(await harvest());
      expect((await readFile(join(testbed, 'src/a.ts'), 'utf8')).endsWith('x')).toBe(true);
    });
  });
});

const mirror = testMirror();

describe.skipIf(mirror === undefined)(
  'real repositories (skipped without REFBENCH_TEST_MIRROR)',
  () => {
    test.each(MIRRORED_COMMITS)(
      '$name: an agent that checks golden out is harvested as golden',
      async ({ name, base, golden }) => {
        await using folder = await temporaryFolder();
        await using repository = await openRepository({
          repository: { name },
          instanceDir: folder.path,
          base,
          golden,
          mirror,
          cacheDir: folder.path,
        });
        const testbed = join(folder.path, 'testbed');
        await mkdir(testbed);
        const tar = await buffer(packOneCommit(repository, base, owner));
        execFileSync('tar', ['-C', testbed, '-xf', '-'], { input: tar });
        const patch = await repository.diff(base, golden);
        plainGit(testbed, ['apply', '-'], patch);
        await using ignored = await openIgnoreRules(repository, base);
        const result = await harvestTree({
          archive: tarOfFolder(folder.path),
          repository,
          base,
          ignored,
        });
        expect(result).toMatchObject({
          kind: 'harvested',
          treeId: await repository.treeId(golden),
        });
        expect(result.kind === 'harvested' && result.patch.equals(patch)).toBe(true);
      },
    );
  },
);
