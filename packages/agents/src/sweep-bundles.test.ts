import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bundleFolder } from './bundle/bundle.ts';
import { hostArchitecture } from './bundle/host-platform.ts';
import { clientBundle } from './clients/client-bundle.ts';
import { claudeCode } from './clients/claude-code.ts';
import { sweepBundles } from './sweep-bundles.ts';

const DAY = 24 * 60 * 60 * 1000;

let state: string;
beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), 'refbench-sweep-'));
});
afterEach(() => rm(state, { recursive: true, force: true }));

async function bundle(path: string, unusedMs: number): Promise<void> {
  await mkdir(path, { recursive: true });
  await writeFile(join(path, 'program'), 'x'.repeat(1000));
  const used = new Date(Date.now() - unusedMs);
  await utimes(path, used, used);
}

test('only bundles that are neither pinned nor recently used are removed', async () => {
  const spec = clientBundle(claudeCode, claudeCode.version, hostArchitecture());
  const pinned = bundleFolder(state, spec);
  const other = (name: string): string => join(state, 'agents', name);
  await bundle(pinned, 3 * DAY);
  await bundle(other('claude-code-1.0.0-aaaaaaaaaaaa'), 2 * DAY);
  await bundle(other('codex-0.1.0-bbbbbbbbbbbb.unfinished'), 2 * DAY);
  await bundle(other('codex-0.2.0-cccccccccccc'), DAY / 2);
  const old = [
    { name: 'claude-code-1.0.0-aaaaaaaaaaaa', bytes: 1000 },
    { name: 'codex-0.1.0-bbbbbbbbbbbb.unfinished', bytes: 1000 },
  ];
  expect(await sweepBundles(state, true)).toEqual(old);
  expect(await readdir(join(state, 'agents'))).toHaveLength(4);
  expect(await sweepBundles(state, false)).toEqual(old);
  expect(await sweepBundles(state, false)).toEqual([]);
  expect(new Set(await readdir(join(state, 'agents')))).toEqual(
    new Set([basename(pinned), 'codex-0.2.0-cccccccccccc']),
  );
});

test('a state folder without clients has none to remove', async () => {
  expect(await sweepBundles(join(state, 'absent'), false)).toEqual([]);
});
