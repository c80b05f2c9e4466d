import { createHash } from 'node:crypto';
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '@refbench/test-helpers';
import { fetchNpmArchive } from './npm-archive.ts';

const content = 'a tarball';
const integrity = `sha512-${createHash('sha512').update(content).digest('base64')}`;
const archive = { package: '@scope/tool', version: '1.0.0', integrity, place: {} };

async function fakeNpm(folder: string, body: string): Promise<Record<string, string>> {
  await writeFile(join(folder, 'npm'), `#!/bin/sh\necho asked >>'${folder}/asked'\n${body}\n`);
  await chmod(join(folder, 'npm'), 0o755);
  return { PATH: folder };
}

const packs = `printf '${content}' >scope-tool-1.0.0.tgz; echo scope-tool-1.0.0.tgz`;

it('runs npm once, and again only for a damaged copy', async () => {
  await using folder = await temporaryFolder();
  const cacheDir = join(folder.path, 'cache');
  const env = await fakeNpm(folder.path, packs);
  const path = await fetchNpmArchive(archive, { cacheDir, env });
  expect(await readFile(path, 'utf8')).toBe(content);
  expect(await fetchNpmArchive(archive, { cacheDir, env })).toBe(path);
  await writeFile(path, 'torn');
  await fetchNpmArchive(archive, { cacheDir, env });
  expect(await readFile(path, 'utf8')).toBe(content);
  expect(await readFile(join(folder.path, 'asked'), 'utf8')).toBe('asked\nasked\n');
  expect(await readdir(cacheDir)).toHaveLength(1);
});

it('refuses content that differs from the pinned digest, and does not keep it', async () => {
  await using folder = await temporaryFolder();
  const cacheDir = join(folder.path, 'cache');
  const env = await fakeNpm(folder.path, packs.replace(content, 'another'));
  await expect(fetchNpmArchive(archive, { cacheDir, env })).rejects.toMatchObject({
    kind: 'image',
    message: expect.stringContaining('but sha512-') as unknown,
  });
  expect(await readdir(cacheDir)).toEqual([]);
});

it('passes on the error message of npm', async () => {
  await using folder = await temporaryFolder();
  const env = await fakeNpm(folder.path, 'echo "registry says no" >&2; exit 1');
  await expect(fetchNpmArchive(archive, { cacheDir: folder.path, env })).rejects.toMatchObject({
    kind: 'image',
    message: 'npm could not fetch @scope/tool@1.0.0: registry says no',
  });
});
