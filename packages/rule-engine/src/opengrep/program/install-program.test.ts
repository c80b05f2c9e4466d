import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256OfBytes } from '@refbench/base';
import { strToU8, zipSync } from 'fflate';
import { expect, onTestFinished, test } from 'vitest';
import { installCore } from './install-program.ts';
import type { PinnedWheel } from './pinned-program.ts';
import { opengrepSource } from './program-source.ts';

async function temporary(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'refbench-install-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A wheel whose front end unpacks this core, as OpenGrep's does. */
function wheelOf(core: string): { readonly bytes: Buffer; readonly pinned: PinnedWheel } {
  const frontEnd = `#!/bin/sh
mkdir -p "$XDG_CACHE_HOME/opengrep/v1/bin"
printf '%s' '${core}' > "$XDG_CACHE_HOME/opengrep/v1/bin/opengrep-core"
echo 1.30.0`;
  const bytes = Buffer.from(zipSync({ 'bin/opengrep': strToU8(frontEnd), other: strToU8('x') }));
  const digests = { wheel: sha256OfBytes(bytes), coreDigest: sha256OfBytes(core) };
  const names = { file: 'a.whl', frontEnd: 'bin/opengrep', core: 'opengrep-core' };
  return { bytes, pinned: { ...names, ...digests } };
}

test('only the core of a wheel is installed', async () => {
  const folder = join(await temporary(), 'state', 'opengrep', '1');
  const { bytes, pinned } = wheelOf('the core');
  const path = await installCore(bytes, pinned, folder);
  expect(await readFile(path, 'utf8')).toBe('the core');
  expect(await readdir(join(folder, '..'))).toEqual(['1']);
});

test('two concurrent installations produce one', async () => {
  const folder = join(await temporary(), '1');
  const { bytes, pinned } = wheelOf('the core');
  const paths = await Promise.all([1, 2, 3].map(() => installCore(bytes, pinned, folder)));
  expect(new Set(paths).size).toBe(1);
  expect(await readdir(join(folder, '..'))).toEqual(['1']);
});

test.each([
  ['a wheel of another content', { wheel: `sha256:${'0'.repeat(64)}` }, 'the wheel has the digest'],
  ['a core of another content', { coreDigest: `sha256:${'0'.repeat(64)}` }, 'its core has the'],
  ['a wheel without the program', { frontEnd: 'bin/none' }, 'the wheel does not contain bin/none'],
])('%s is refused and leaves nothing behind', async (_, other, message) => {
  const folder = join(await temporary(), '1');
  const { bytes, pinned } = wheelOf('the core');
  await expect(installCore(bytes, { ...pinned, ...other }, folder)).rejects.toThrow(message);
  expect(await readdir(join(folder, '..'))).toEqual([]);
});

test('another program is identified by its version and digest', async () => {
  const folder = await temporary();
  const program = join(folder, 'my-opengrep');
  const named = (): ReturnType<typeof opengrepSource> =>
    opengrepSource({ stateDir: folder, program });
  await expect(named().identity()).rejects.toMatchObject({ kind: 'engine' });
  const script = '#!/bin/sh\necho 2.0.1\n';
  await writeFile(program, script);
  await chmod(program, 0o755);
  const digest = sha256OfBytes(script);
  expect(await named().identity()).toEqual({ version: '2.0.1', digest });
});
