import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GOLDEN_CODE, openTestDoor, type TestDoor } from './door.testkit.ts';
import { FakeRegistries, tgz, type ArchiveEntry } from './registries.testkit.ts';

/** A day that packages of base's time have. Base is of the first day of the year 2000. */
const EARLY = '2000-01-10T00:00:00Z';
const LATE = '2001-01-01T00:00:00Z';
/** Before golden, which is of the same second as base. */
const BEFORE = '1999-12-01T00:00:00Z';

let registries: FakeRegistries;
let elsewhere: FakeRegistries;
let at: TestDoor;

const manifest = (name: string, version: string, more: object = {}): ArchiveEntry => ({
  name: 'package/package.json',
  content: JSON.stringify({ name, version, ...more }),
});

beforeAll(async () => {
  registries = await FakeRegistries.start();
  elsewhere = await FakeRegistries.start();
  at = await openTestDoor(registries, { archiveBytes: 200_000 });
});
afterAll(async () => {
  await at[Symbol.asyncDispose]();
  await registries[Symbol.asyncDispose]();
  await elsewhere[Symbol.asyncDispose]();
});

test('an honest package of its time is handed out, byte for byte', async () => {
  const archive = await tgz([manifest('honest', '1.0.0')]);
  registries.npm('honest', [{ version: '1.0.0', time: EARLY, archive }]);
  const page = await at.get('/npm/honest');
  expect(JSON.parse(page.text)).toMatchObject({
    'dist-tags': { latest: '1.0.0' },
    versions: {
      '1.0.0': { dist: { tarball: 'http://127.0.0.1:8081/npm/honest/-/honest-1.0.0.tgz' } },
    },
  });
  const got = await at.get('/npm/honest/-/honest-1.0.0.tgz');
  expect(got).toMatchObject({ status: 200, text: archive.toString('latin1') });
});

test('1: the project itself by its name, which is also what an alias asks for', async () => {
  registries.npm('own-project', [
    { version: '0.9.0', time: BEFORE, archive: await tgz([manifest('own-project', '0.9.0')]) },
    { version: '2.0.0', time: EARLY, archive: await tgz([manifest('own-project', '2.0.0')]) },
  ]);
  const page = await at.get('/npm/own-project');
  expect(Object.keys((JSON.parse(page.text) as { versions: object }).versions)).toEqual(['0.9.0']);
  const got = await at.get('/npm/own-project/-/own-project-2.0.0.tgz');
  expect(got).toMatchObject({ status: 403, phrase: expect.stringContaining('the project itself') });
  expect(registries.asked).not.toContain('/npm/own-project/-/own-project-2.0.0.tgz');
});

test.each([
  'git+https://example.org/own/project.git',
  '/npm/git+https:%2f%2fexample.org%2fown%2fproject.git',
  '/go/example.org/own/project/@v/main.info',
  '/go/example.org/own/project/@v/0123456789abcdef.info',
  '/cargo/info/refs?service=git-upload-pack',
])('2: a git repository: %s', async (url) => {
  const asked = registries.asked.length;
  // What is no path at all is refused before it is read.
  expect([400, 403]).toContain((await at.get(url)).status);
  expect(registries.asked.slice(asked).join(' ')).not.toMatch(/project|git-upload/);
});

test('3: a version that was published later', async () => {
  registries.npm('grows', [
    { version: '1.0.0', time: EARLY, archive: await tgz([manifest('grows', '1.0.0')]) },
    { version: '2.0.0', time: LATE, archive: await tgz([manifest('grows', '2.0.0')]) },
  ]);
  const page = JSON.parse((await at.get('/npm/grows')).text) as Record<string, object>;
  expect(page).toMatchObject({ 'dist-tags': { latest: '1.0.0' } });
  expect(Object.keys(page['versions'] ?? {})).toEqual(['1.0.0']);
  expect(await at.get('/npm/grows/-/grows-2.0.0.tgz')).toMatchObject({
    status: 404,
    phrase: 'grows 2.0.0 was published on 2001-01-01; packages here are those of 2000-01-31',
  });
});

test('4: an archive by its address', async () => {
  elsewhere.page('/x-1.0.0.tgz', await tgz([]));
  for (const url of [
    `${elsewhere.origin}/x-1.0.0.tgz`,
    `/${elsewhere.origin}/x-1.0.0.tgz`,
    `/npm/${elsewhere.origin}/x-1.0.0.tgz`,
    `/npm/${encodeURIComponent(`${elsewhere.origin}/x-1.0.0.tgz`)}`,
  ]) {
    expect(await at.get(url)).toMatchObject({ status: 403 });
  }
  expect(elsewhere.asked).not.toContain('/x-1.0.0.tgz');
});

test('5: what an install script would download is no package', async () => {
  for (const path of ['/downloads/tool-linux-x64', '/npm/-/binary/tool/v1/linux-x64.tar.gz']) {
    expect(await at.get(path)).toMatchObject({ status: 403 });
  }
  expect(await at.get('/npm/honest', { method: 'POST' })).toMatchObject({ status: 403 });
  expect(await at.get('/npm/-/v1/search?text=own')).toMatchObject({ status: 403 });
});

test('6: a public package in the place of an internal one, with the solution in it', async () => {
  const archive = await tgz([
    manifest('@own/internal', '99.0.0'),
    { name: 'package/index.js', content: GOLDEN_CODE },
  ]);
  registries.npm('@own/internal', [{ version: '99.0.0', time: EARLY, archive }]);
  const got = await at.get('/npm/@own/internal/-/internal-99.0.0.tgz');
  expect(got).toMatchObject({
    status: 403,
    phrase: '@own/internal 99.0.0 is not handed out: it holds parts of the solution',
  });
  expect(got.text).not.toContain('makePairOfNumbers');
});

test('7: a fork of the project under another name', async () => {
  const home = { repository: 'https://example.org/example/repository.git' };
  const archive = await tgz([
    manifest('a-fork', '1.0.0', home),
    { name: 'package/lib/total.js', content: `// built\n${GOLDEN_CODE}` },
  ]);
  registries.npm('a-fork', [{ version: '1.0.0', time: EARLY, archive }]);
  expect(await at.get('/npm/a-fork/-/a-fork-1.0.0.tgz')).toMatchObject({ status: 403 });
});

test('8: a registry that redirects to another host', async () => {
  const archive = await tgz([manifest('moves', '1.0.0')]);
  registries.npm('moves', [{ version: '1.0.0', time: EARLY, archive }]);
  elsewhere.page('/moves.tgz', archive);
  registries.answer('/npm/moves/-/moves-1.0.0.tgz', (response) => {
    response.writeHead(302, { location: `${elsewhere.origin}/moves.tgz` }).end();
  });
  expect(await at.get('/npm/moves/-/moves-1.0.0.tgz')).toMatchObject({
    status: 403,
    phrase: expect.stringContaining('another host'),
  });
  expect(elsewhere.asked).not.toContain('/moves.tgz');
});

test('9: an archive that is too large, says a wrong size, or unpacks to too much', async () => {
  const large = gzipSync(Buffer.alloc(300_000, Math.random().toString()), { level: 0 });
  registries.npm('large', [{ version: '1.0.0', time: EARLY, archive: large }]);
  expect(await at.get('/npm/large/-/large-1.0.0.tgz')).toMatchObject({
    status: 403,
    phrase: expect.stringContaining('more than 200000 bytes'),
  });
  registries.answer('/npm/large/-/large-1.0.0.tgz', (response) => {
    // Without a length: the limit has to hold while the bytes arrive.
    response.writeHead(200, { 'transfer-encoding': 'chunked' });
    response.write(large.subarray(0, 150_000));
    response.end(large.subarray(150_000));
  });
  expect(await at.get('/npm/large/-/large-1.0.0.tgz')).toMatchObject({ status: 403 });
});

test.each<[string, ArchiveEntry]>([
  ['a path that leaves the folder', { name: '../../outside', content: 'x' }],
  ['an absolute path', { name: '/etc/cron.d/x', content: 'x' }],
  ['a link that leaves the folder', { name: 'package/link', link: '../../../etc/passwd' }],
])('10: an archive with %s', async (what, entry) => {
  const name = what.replaceAll(' ', '-');
  const archive = await tgz([manifest(name, '1.0.0'), entry]);
  registries.npm(name, [{ version: '1.0.0', time: EARLY, archive }]);
  expect(await at.get(`/npm/${name}/-/${name}-1.0.0.tgz`)).toMatchObject({
    status: 403,
    phrase: expect.stringContaining('leaves its folder'),
  });
});

test('an archive with another digest than the registry states', async () => {
  const archive = await tgz([manifest('changed', '1.0.0')]);
  registries.npm('changed', [
    { version: '1.0.0', time: EARLY, archive, dist: { integrity: `sha512-${'A'.repeat(86)}==` } },
  ]);
  expect(await at.get('/npm/changed/-/changed-1.0.0.tgz')).toMatchObject({
    status: 403,
    phrase: expect.stringContaining('does not have the digest'),
  });
});

test('12: whatever name a client gives as host, the registry is asked', async () => {
  const got = await at.get('/npm/nothing-of-this-name');
  expect(got).toMatchObject({ status: 404, text: expect.stringContaining('no package') });
  expect(elsewhere.asked.filter((path) => path !== '/npm/once')).toEqual([]);
});

test('11: squatted names, and everything above, is in packages.jsonl and in the list', async () => {
  await at.get('/npm/left-pda');
  const list = at.door.list();
  expect(list.archives.map(({ name }) => name)).toEqual(['honest']);
  expect(list.registries).toContainEqual({ ecosystem: 'npm', dates: 'true' });
  const log = await at.log();
  expect(log.find(({ name }) => name === 'left-pda')).toMatchObject({
    outcome: 'refused',
    reason: 'unknown',
    similar_to: 'left-pad',
  });
  const reasons = new Set(log.map(({ reason }) => reason));
  expect(reasons).toEqual(
    new Set([undefined, 'own-project', 'not-a-package', 'later', 'unsafe', 'unknown']),
  );
});
