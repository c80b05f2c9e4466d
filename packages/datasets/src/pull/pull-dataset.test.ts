import { execFile } from 'node:child_process';
import {
  appendFile,
  chmod,
  mkdir,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { exists } from '@refbench/base';
import { git, temporaryFolder } from '@refbench/test-helpers';
import { zipSync, type Zippable } from 'fflate';
import { pack, type Header } from 'tar-stream';
import { expect, test } from 'vitest';
import { OTHER, TALLY, workspaceIn, writeDataset } from './dataset.testkit.ts';
import { listDatasets } from './list-datasets.ts';
import { pullDataset, type PulledDataset } from './pull-dataset.ts';

const run = promisify(execFile);

/** Two folders: where a data set is published, and a workspace. */
async function twoFolders(): Promise<
  { readonly from: string; readonly to: string } & AsyncDisposable
> {
  const folder = await temporaryFolder();
  const [from, to] = [join(folder.path, 'from'), join(folder.path, 'to')];
  await mkdir(from);
  await mkdir(to);
  return { from, to, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

async function pull(from: string, to: string, replace = false): Promise<PulledDataset> {
  return await pullDataset({
    workspace: workspaceIn(to),
    from,
    replace,
    isOpen: (licence) => licence === 'MIT',
    onProgress: () => undefined,
    signal: new AbortController().signal,
  });
}

/** What a workspace contains apart from its state. */
async function contentOf(to: string): Promise<readonly string[]> {
  const entries = await readdir(to, { recursive: true });
  return entries.filter((one) => !one.startsWith('state')).toSorted();
}

test('a folder becomes the data set of a workspace, once', async () => {
  await using folders = await twoFolders();
  const { from, to } = folders;
  await writeDataset(from);
  const pulled = await pull(from, to);
  expect(pulled).toMatchObject({
    added: [TALLY],
    kept: [],
    replaced: [],
    removed: [],
    source: from,
  });
  const { stdout } = await run('diff', ['-r', from, to, '-x', 'state', '-x', 'installed.json']);
  expect(stdout).toBe('');
  expect(await listDatasets(workspaceIn(to))).toMatchObject({
    datasets: [
      { name: 'small-set', version: '1.0.0', digest: pulled.digest, instances: 1, changed: [] },
    ],
    others: [],
  });
  expect(await pull(from, to)).toMatchObject({ added: [], kept: [TALLY] });
  await appendFile(join(to, 'rules', TALLY, 'additive/new.yml'), 'x');
  expect((await listDatasets(workspaceIn(to))).datasets[0]?.changed).toEqual([`rules/${TALLY}`]);
});

test('a tar.gz, a zip and a commit give the same as a folder', async () => {
  await using folders = await twoFolders();
  const { from, to } = folders;
  await writeDataset(join(from, 'set'));
  await run('tar', ['-czf', 'set.tgz', 'set'], { cwd: from });
  await writeFile(join(from, 'set.zip'), zipSync(await zippable(join(from, 'set'))));
  git(join(from, 'set'), ['init', '--quiet']);
  git(join(from, 'set'), ['add', '--all']);
  git(join(from, 'set'), ['commit', '--quiet', '--message=all']);
  const commit = git(join(from, 'set'), ['rev-parse', 'HEAD']).trim();
  for (const name of ['set.tgz', 'set.zip', `set@${commit}`]) {
    const place = join(to, name);
    const { digest } = await pull(join(from, name), place);
    expect(digest).toMatch(/^sha256:/);
    // The executable bits are part of the digest of a recipe, so they arrived as well.
    const same = ['-r', join(from, 'set'), place, '-x', 'state', '-x', 'installed.json'];
    expect((await run('diff', [...same, '-x', '.git'])).stdout).toBe('');
  }
});

async function zippable(root: string): Promise<Zippable> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const members = files.map(async (entry) => {
    const path = join(entry.parentPath, entry.name);
    const { stdout } = await run('stat', ['--format=%f', path]);
    const options = { os: 3, attrs: (Number.parseInt(stdout, 16) << 16) >>> 0 };
    return [path.slice(root.length + 1), [new Uint8Array(await readFile(path)), options]] as const;
  });
  return Object.fromEntries(await Promise.all(members)) as Zippable;
}

test.each<[string, RegExp, (set: string) => Promise<unknown>]>([
  [
    'a changed task text',
    /the card is stale/,
    (set) => appendFile(join(set, 'instances', TALLY, 'task.open.md'), 'More.\n'),
  ],
  ['a missing card', /there is no card/, (set) => rm(join(set, 'instances/README.md'))],
  ['no dataset.yaml', /it contains no data set/, (set) => rm(join(set, 'instances/dataset.yaml'))],
  [
    'missing rules',
    /there are no rules/,
    (set) => rm(join(set, 'rules', TALLY), { recursive: true }),
  ],
  [
    'an invalid instance',
    /licence/,
    async (set) => {
      const path = join(set, 'instances', TALLY, 'instance.yaml');
      await writeFile(path, (await readFile(path, 'utf8')).replace(/^licence:/m, 'license:'));
    },
  ],
  [
    'a link',
    /is a symlink, and a data set has only files/,
    (set) => symlink('/etc/passwd', join(set, 'instances', TALLY, 'passwd')),
  ],
  ['a pipe', /is a special, and/, (set) => run('mkfifo', [join(set, 'instances', TALLY, 'pipe')])],
  [
    'a script that lost its executable bit',
    /the card is stale/,
    (set) => chmod(join(set, 'instances', TALLY, 'environment/test_command'), 0o644),
  ],
  [
    'a file that is too large',
    /is larger than 16777216 bytes/,
    (set) => writeFile(join(set, 'instances', TALLY, 'large'), Buffer.alloc(16_777_217)),
  ],
])('%s is refused, and nothing is left', async (_what, expected, spoil) => {
  await using folders = await twoFolders();
  const { from, to } = folders;
  await writeDataset(from);
  await spoil(from);
  await expect(pull(from, to)).rejects.toMatchObject({
    kind: 'invalid-file',
    message: expect.stringMatching(expected) as string,
  });
  expect(await contentOf(to)).toEqual([]);
});

const TEXT = 'instances/dataset.yaml';

test.each<[string, RegExp, readonly (Partial<Header> & { readonly name: string })[]]>([
  ['a path that leads out', /leaves its folder/, [{ name: TEXT }, { name: '../../escaped' }]],
  ['an absolute path', /leaves its folder/, [{ name: TEXT }, { name: '/tmp/escaped' }]],
  [
    'a symbolic link',
    /is a symlink/,
    [{ name: TEXT }, { name: 'rules/a__b/c', type: 'symlink', linkname: '/etc/passwd' }],
  ],
  [
    'a hard link',
    /is a hardlink/,
    [{ name: TEXT }, { name: 'rules/a__b/c', type: 'link', linkname: TEXT }],
  ],
  [
    'two names that a folder takes for one',
    /differs from another path only in case/,
    [{ name: TEXT }, { name: 'instances/Dataset.yaml' }],
  ],
  ['a strange name', /has characters/, [{ name: TEXT }, { name: 'rules/a__b/c d' }]],
])('an archive with %s is refused, and nothing is left', async (_what, expected, headers) => {
  await using folders = await twoFolders();
  const archive = pack();
  for (const header of headers) archive.entry(header, header.type === undefined ? 'x' : '');
  archive.finalize();
  const path = join(folders.from, 'set.tar');
  await pipeline(archive, createWriteStream(path));
  await expect(pull(path, folders.to)).rejects.toMatchObject({
    kind: 'invalid-file',
    message: expect.stringMatching(expected) as string,
  });
  expect(await contentOf(folders.to)).toEqual([]);
});

test('a zip with a link, or one that is damaged, is refused', async () => {
  await using folders = await twoFolders();
  const path = join(folders.from, 'set.zip');
  const link = { os: 3, attrs: (0o120777 << 16) >>> 0 };
  const bytes = zipSync({
    [TEXT]: new Uint8Array(3),
    'rules/a__b/c': [new TextEncoder().encode('/etc/passwd'), link],
  });
  await writeFile(path, bytes);
  await expect(pull(path, folders.to)).rejects.toThrow(/"rules\/a__b\/c" is a symlink/);
  await writeFile(path, bytes.subarray(0, -30));
  await expect(pull(path, folders.to)).rejects.toThrow(/cannot be read as a tar, tar.gz or zip/);
  await writeFile(path, 'no archive at all');
  await expect(pull(path, folders.to)).rejects.toThrow(/cannot be read as a tar, tar.gz or zip/);
  expect(await contentOf(folders.to)).toEqual([]);
});

test('what a person made or changed is never replaced, and nothing else is written', async () => {
  await using folders = await twoFolders();
  const { from, to } = folders;
  await writeDataset(from, { ids: [TALLY, OTHER] });
  const own = join(to, 'instances', OTHER);
  await mkdir(own, { recursive: true });
  await writeFile(join(own, 'instance.yaml'), 'mine\n');
  const before = await contentOf(to);
  await expect(pull(from, to, true)).rejects.toMatchObject({
    kind: 'usage',
    message: expect.stringContaining(own) as string,
  });
  expect(await contentOf(to)).toEqual(before);
});

test('another version replaces only what is as it was pulled, and only on request', async () => {
  await using folders = await twoFolders();
  const { from, to } = folders;
  const place = (version: string): string => join(from, version);
  const text = (dir: string): string => join(dir, TALLY, 'task.open.md');
  await writeDataset(place('1.0.0'), { ids: [TALLY, OTHER] });
  await writeDataset(place('2.0.0'), {
    version: '2.0.0',
    change: (dir) => appendFile(text(dir), 'More.\n'),
  });
  await pull(place('1.0.0'), to);
  await expect(pull(place('2.0.0'), to)).rejects.toMatchObject({
    kind: 'usage',
    message: 'small-set 1.0.0 is installed, and small-set 2.0.0 differs from it',
  });
  const { replaced, removed } = await pull(place('2.0.0'), to, true);
  expect({ replaced, removed }).toEqual({ replaced: [TALLY], removed: [OTHER] });
  expect(await exists(join(to, 'rules', OTHER))).toBe(false);
  expect(await readFile(text(join(to, 'instances')), 'utf8')).toContain('More.');
  await appendFile(text(join(to, 'instances')), 'Mine.\n');
  await expect(pull(place('1.0.0'), to, true)).rejects.toThrow(/these exist with another content/);
  expect(await readFile(text(join(to, 'instances')), 'utf8')).toContain('Mine.');
});

test.each([
  ['./absent.tgz', /there is no such folder or archive/],
  ['git+https://example.org/x.git', /there is no such folder or archive/],
  ['Upper', /is not the name of a package/],
  ['name@^1.0.0', /is not the name of a package/],
  ['owner/name@0123456', /no mirror to look in/],
])('%s is no source', async (word, expected) => {
  await using folders = await twoFolders();
  await expect(pull(word, folders.to)).rejects.toThrow(expected);
});
