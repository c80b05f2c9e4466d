import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ensureBundle } from './bundle.ts';
import type { BundleSpec } from './bundle-spec.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refbench-bundle-'));
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env['PATH'] ?? ''}`);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A fake npm that runs shell lines and counts its calls. */
async function fakeNpm(lines: string): Promise<void> {
  const script = `#!/bin/sh\necho "$@" >> ${folder}/calls\n${lines}\n`;
  await writeFile(join(folder, 'npm'), script, { mode: 0o755 });
}

const WORKING =
  'mkdir -p node_modules/p/bin && echo hi > node_modules/p/bin/p && chmod 600 node_modules/p/bin/p';

const spec: BundleSpec = {
  name: 'p',
  version: '1.2.3',
  arch: 'x64',
  packages: { p: '1.2.3' },
  programs: ['node_modules/p/bin/p'],
};

async function calls(): Promise<readonly string[]> {
  return (await readFile(join(folder, 'calls'), 'utf8')).trim().split('\n');
}

test('is installed once, readable by everybody, without running scripts', async () => {
  await fakeNpm(WORKING);
  const state = join(folder, 'state');
  const [first, second] = await Promise.all([ensureBundle(state, spec), ensureBundle(state, spec)]);
  expect(second).toBe(first);
  expect(await ensureBundle(state, spec)).toBe(first);
  expect(await calls()).toHaveLength(1);
  expect((await calls())[0]).toContain('--ignore-scripts');
  expect((await stat(join(first, 'node_modules/p/bin/p'))).mode & 0o777).toBe(0o755);
  expect(await readdir(join(state, 'agents'))).toHaveLength(1);
});

test('another version is installed next to it', async () => {
  await fakeNpm(WORKING);
  const state = join(folder, 'state');
  const first = await ensureBundle(state, spec);
  const other = await ensureBundle(state, { ...spec, version: '1.2.4', packages: { p: '1.2.4' } });
  expect(other).not.toBe(first);
});

test('the remains of an interrupted installation are not used as a bundle', async () => {
  await fakeNpm(WORKING);
  const state = join(folder, 'state');
  const whole = await ensureBundle(state, spec);
  await rm(join(whole, 'node_modules/p/bin/p'));
  await mkdir(`${whole}.unfinished`);
  await writeFile(join(`${whole}.unfinished`, 'half'), '');
  expect(await ensureBundle(state, spec)).toBe(whole);
  expect(await readdir(whole)).not.toContain('half');
  expect(await readFile(join(whole, 'node_modules/p/bin/p'), 'utf8')).toBe('hi\n');
});

test('an npm that fails leaves nothing, and the message names package and reason', async () => {
  await fakeNpm('echo "npm error code E404" >&2; exit 1');
  const state = join(folder, 'state');
  await expect(ensureBundle(state, spec)).rejects.toMatchObject({
    kind: 'image',
    message: expect.stringMatching(/p 1\.2\.3.*E404/) as string,
  });
  await fakeNpm(WORKING);
  await expect(ensureBundle(state, spec)).resolves.toContain('p-1.2.3-');
});

test('a package without the program is refused', async () => {
  await fakeNpm('mkdir -p node_modules');
  await expect(ensureBundle(join(folder, 'state'), spec)).rejects.toMatchObject({
    kind: 'image',
    message: expect.stringContaining('does not contain') as string,
  });
});

test.each(['latest', '^1.2.3', '1.2', '../../x', '1.2.3/..'])(
  'the version %j is no exact one',
  async (version) => {
    await expect(ensureBundle(folder, { ...spec, version })).rejects.toMatchObject({
      kind: 'usage',
    });
  },
);

test('a program that lost its right to be run is installed again', async () => {
  await fakeNpm(WORKING);
  const state = join(folder, 'state');
  const whole = await ensureBundle(state, spec);
  await chmod(join(whole, 'node_modules/p/bin/p'), 0o644);
  await ensureBundle(state, spec);
  expect(await calls()).toHaveLength(2);
});
