import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256OfBytes } from '@refbench/base';
import { strToU8, zipSync } from 'fflate';
import { expect, onTestFinished, test, vi } from 'vitest';
import { downloadFromIndex } from './download-from-index.ts';
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

async function indexOf(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a file is downloaded from an index, and its password is sent only to its host', async () => {
  const seen: (string | undefined)[] = [];
  const host = await indexOf((request, response) => {
    seen.push(request.headers.authorization);
    if (request.url === '/simple/thing/') response.end('<a href="../../files/a.whl">a.whl</a>');
    else response.end('content');
  });
  const env = {
    HOME: await temporary(),
    PIP_CONFIG_FILE: '/dev/null',
    PIP_INDEX_URL: `http://user:pass%21@${host}/simple/`,
  };
  const bytes = await downloadFromIndex({ project: 'thing', file: 'a.whl' }, { env });
  expect(bytes.toString()).toBe('content');
  const basic = `Basic ${Buffer.from('user:pass!').toString('base64')}`;
  expect(seen).toEqual([basic, basic]);
});

test('a missing file is reported for each index without passwords, after a folder of wheels was tried', async () => {
  const host = await indexOf((_, response) => {
    response.statusCode = 503;
    response.end();
  });
  const wheels = await temporary();
  const env = {
    HOME: wheels,
    PIP_CONFIG_FILE: '/dev/null',
    PIP_INDEX_URL: `http://user:secret@${host}/simple`,
    PIP_EXTRA_INDEX_URL: 'http://127.0.0.1:1/none',
    PIP_FIND_LINKS: wheels,
  };
  const wanted = { project: 'thing', file: 'a.whl' };
  const failure = await downloadFromIndex(wanted, { env }).catch((error: Error) => error.message);
  expect(failure).toContain(
    `http://${host}/simple: the server responded with 503; http://127.0.0.1:1/`,
  );
  expect(failure).not.toContain('secret');
  await writeFile(join(wheels, 'a.whl'), 'local');
  expect((await downloadFromIndex(wanted, { env })).toString()).toBe('local');
});

test('offline, the error names the missing file and a remedy', async () => {
  vi.stubEnv('PIP_CONFIG_FILE', '/dev/null');
  vi.stubEnv('PIP_INDEX_URL', 'http://127.0.0.1:1/simple');
  vi.stubEnv('PIP_FIND_LINKS', '');
  const source = opengrepSource({ stateDir: await temporary() });
  expect(await source.identity()).toMatchObject({ version: '1.30.0' });
  await expect(source.program()).rejects.toMatchObject({
    kind: 'engine',
    message: expect.stringContaining('OpenGrep 1.30.0') as string,
    hint: expect.stringContaining('--opengrep') as string,
  });
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
