import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDoor, type TestDoor } from './door.testkit.ts';
import { FakeRegistries, tgz } from './registries.testkit.ts';

const JSON_FORM = 'application/vnd.pypi.simple.v1+json';
const DOOR = 'http://127.0.0.1:8081';

let registries: FakeRegistries;
let at: TestDoor;
let archive: Buffer;
let hash: (algorithm: string) => string;

beforeAll(async () => {
  registries = await FakeRegistries.start();
  archive = await tgz([{ name: 'thing-1.0.0/readme.txt', content: 'text' }]);
  hash = (algorithm) => createHash(algorithm).update(archive).digest('hex');
  const sha256 = hash('sha256');
  const { origin } = registries;
  // Python: an index, and files on a host of their own.
  const file = (version: string, time: string, more: object = {}): object => ({
    filename: `thing-${version}.tar.gz`,
    url: `${origin}/files/thing-${version}.tar.gz#sha256=${sha256}`,
    hashes: { sha256 },
    'upload-time': time,
    ...more,
  });
  registries.page('/simple/six/', sixPage(), JSON_FORM);
  registries.page(
    '/simple/thing/',
    JSON.stringify({
      name: 'thing',
      files: [
        file('1.0.0', '2000-01-02T00:00:00Z', { 'requires-python': '>=3.8 & <"4"', yanked: 'old' }),
        file('2.0.0', '2020-01-02T00:00:00Z'),
        { filename: '../../evil.tar.gz', url: 'x', hashes: {} },
      ],
    }),
    JSON_FORM,
  );
  for (const version of ['1.0.0', '2.0.0']) {
    registries.page(`/files/thing-${version}.tar.gz`, archive, 'application/gzip');
  }
  // Rust: a sparse index.
  const line = (vers: string, pubtime: string, name = 'thing'): string =>
    `${JSON.stringify({ name, vers, deps: [], cksum: sha256, features: {}, yanked: false, pubtime })}\n`;
  registries.page('/cargo/config.json', JSON.stringify({ dl: `${origin}/crates` }));
  registries.page('/cargo/it/oa/itoa', line('0.1.0', '2016-06-25T21:50:33Z', 'itoa'), 'text/plain');
  registries.page(
    '/cargo/th/in/thing',
    line('1.0.0', '2000-01-02T00:00:00Z') + line('2.0.0', '2020-01-02T00:00:00Z') + 'no JSON\n',
    'text/plain',
  );
  registries.page('/crates/thing/1.0.0/download', archive, 'application/gzip');
  // Go: a module proxy.
  const info = (path: string, Version: string, Time: string): void =>
    registries.page(`/go/${path}/@v/${Version}.info`, JSON.stringify({ Version, Time }));
  info('github.com/google/uuid', 'v1.3.0', '2021-07-12T22:33:52Z');
  info('example.org/!upper/thing', 'v1.0.0', '2000-01-02T00:00:00Z');
  info('example.org/!upper/thing', 'v1.1.0', '2020-01-02T00:00:00Z');
  registries.page('/go/example.org/!upper/thing/@v/list', 'v1.0.0\nv1.1.0\n', 'text/plain');
  registries.page('/go/example.org/!upper/thing/@v/v1.0.0.mod', 'module example.org/Upper/thing\n');
  // Maven: a repository with the dates of files.
  const maven = (path: string, body: Buffer | string, date: string): void => {
    const headers = { 'last-modified': new Date(date).toUTCString() };
    registries.answer(`/maven/${path}`, (response) => {
      response.writeHead(200, headers).end(body);
    });
    const sha1 = createHash('sha1').update(body).digest('hex');
    registries.page(`/maven/${path}.sha1`, `${sha1}  ${path}\n`, 'text/plain');
  };
  maven('junit/junit/4.12/junit-4.12.pom', '<project/>', '2014-12-04T16:17:20Z');
  maven('org/thing/thing/1.0/thing-1.0.pom', '<project/>', '2000-01-02T00:00:00Z');
  maven('org/thing/thing/1.0/thing-1.0.jar', archive, '2000-01-02T00:00:00Z');
  maven('org/thing/thing/1.1/thing-1.1.pom', '<project/>', '2020-01-02T00:00:00Z');
  maven('org/thing/thing/1.1/thing-1.1.jar', archive, '2020-01-02T00:00:00Z');
  registries.page(
    '/maven/org/thing/thing/maven-metadata.xml',
    '<metadata><versioning><latest>1.1</latest><versions><version>1.0</version><version>1.1</version></versions></versioning></metadata>',
  );
  at = await openTestDoor(registries);
});
afterAll(async () => {
  await at[Symbol.asyncDispose]();
  await registries[Symbol.asyncDispose]();
});

function sixPage(): string {
  const six = {
    filename: 'six-1.16.0.tar.gz',
    url: 'six',
    hashes: {},
    'upload-time': '2021-05-05T14:18:17Z',
  };
  return JSON.stringify({ name: 'six', files: [six] });
}

test('Python: both forms of a page list the files of the time, with their digests', async () => {
  const page = JSON.parse((await at.get('/python/simple/thing/', { accept: JSON_FORM })).text) as {
    readonly files: readonly object[];
  };
  expect(page.files).toEqual([
    expect.objectContaining({
      filename: 'thing-1.0.0.tar.gz',
      url: `${DOOR}/python/files/thing/thing-1.0.0.tar.gz`,
      yanked: 'old',
    }),
  ]);
  const html = await at.get('/python/simple/Thing/', { accept: 'text/html' });
  expect(html.text).toContain(`#sha256=${hash('sha256')}`);
  expect(html.text).toContain('data-requires-python="&gt;=3.8 &amp; &lt;&quot;4&quot;"');
  expect(html.text).not.toContain('2.0.0');
});

test('Python: a file of its time is handed out, a later one is not', async () => {
  const got = await at.get('/python/files/thing/thing-1.0.0.tar.gz');
  expect(got).toMatchObject({ status: 200, text: archive.toString('latin1') });
  expect((await at.get('/python/files/thing/thing-2.0.0.tar.gz')).status).toBe(404);
  expect((await at.get('/python/files/thing/thing-9.tar.gz')).status).toBe(404);
  expect((await at.get('/python/simple/')).status).toBe(403);
});

test('Rust: the index has the lines of the time, and the crate their digest', async () => {
  expect(JSON.parse((await at.get('/cargo/config.json')).text)).toEqual({
    dl: `${DOOR}/cargo/dl/{crate}/{version}/download`,
    api: `${DOOR}/cargo`,
  });
  const index = await at.get('/cargo/th/in/thing');
  expect(index.text.trim().split('\n')).toEqual([expect.stringContaining('"vers":"1.0.0"')]);
  expect(await at.get('/cargo/dl/thing/1.0.0/download')).toMatchObject({ status: 200 });
  expect((await at.get('/cargo/dl/thing/2.0.0/download')).status).toBe(404);
  const search = await at.get('/cargo/api/v1/crates?q=thing');
  expect(search).toMatchObject({ status: 403, text: expect.stringContaining('no search') });
});

test('Go: lists, the latest version, and files of the time', async () => {
  const module = '/go/example.org/!upper/thing';
  expect((await at.get(`${module}/@v/list`)).text).toBe('v1.0.0\n');
  expect(JSON.parse((await at.get(`${module}/@latest`)).text)).toMatchObject({ Version: 'v1.0.0' });
  expect((await at.get(`${module}/@v/v1.0.0.mod`)).text).toBe('module example.org/Upper/thing\n');
  expect(await at.get(`${module}/@v/v1.1.0.info`)).toMatchObject({
    status: 404,
    text: expect.stringContaining('was published on 2020-01-02'),
  });
  expect((await at.get('/go/sumdb/sum.example.org/supported')).status).toBe(403);
});

test('Maven: metadata, files and checksums of the time', async () => {
  const metadata = await at.get('/maven/org/thing/thing/maven-metadata.xml');
  expect(metadata.text).toContain('<version>1.0</version>');
  expect(metadata.text).not.toContain('1.1');
  const sum = await at.get('/maven/org/thing/thing/maven-metadata.xml.sha1');
  expect(sum.text).toBe(createHash('sha1').update(metadata.text).digest('hex'));
  const jar = '/maven/org/thing/thing/1.0/thing-1.0.jar';
  expect(await at.get(jar)).toMatchObject({ status: 200, text: archive.toString('latin1') });
  expect((await at.get(`${jar}.sha1`)).text).toContain(hash('sha1'));
  expect((await at.get('/maven/org/thing/thing/1.1/thing-1.1.jar')).status).toBe(404);
  expect((await at.get('/maven/org/thing/thing/1.0-SNAPSHOT/thing-1.0-SNAPSHOT.jar')).status).toBe(
    404,
  );
  expect((await at.get('/maven/org/thing/')).status).toBe(403);
});

test('a request with HEAD has the same answer without content', async () => {
  const got = await at.get('/maven/org/thing/thing/1.0/thing-1.0.pom', { method: 'HEAD' });
  expect(got).toMatchObject({ status: 200, text: '' });
});
