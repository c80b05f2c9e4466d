import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageListSchema } from '@refbench/contracts';
import { temporaryFolder } from '@refbench/test-helpers';
import { expect, test } from 'vitest';
import { get, openTestDoor } from './door.testkit.ts';
import { FakeRegistries, tgz } from './registries.testkit.ts';
import { missingContent, openReplayDoor } from './replay-door.ts';

const manifest = { name: 'package/package.json', content: '{"name":"used","version":"1.0.0"}' };
const ARCHIVE = '/npm/used/-/used-1.0.0.tgz';

test('a list is handed out again without any registry, and nothing else', async () => {
  const registries = await FakeRegistries.start();
  const archive = await tgz([manifest]);
  for (const name of ['used', 'unused']) {
    registries.npm(name, [{ version: '1.0.0', time: '2000-01-02T00:00:00Z', archive }]);
  }
  await using at = await openTestDoor(registries);
  const page = await at.get('/npm/used');
  await at.get(ARCHIVE);
  const list = at.door.list();
  await registries[Symbol.asyncDispose]();
  expect(await missingContent(at.stateDir, list)).toEqual([]);
  await using replay = await openReplayDoor(at.stateDir, list);
  expect(await get(replay.socketDir, '/npm/used')).toEqual(page);
  expect((await get(replay.socketDir, ARCHIVE)).text).toBe(archive.toString('latin1'));
  expect(await get(replay.socketDir, '/npm/unused')).toMatchObject({ status: 404 });
  expect(await get(replay.socketDir, '/npm/x', { method: 'PUT' })).toMatchObject({ status: 403 });
  expect(replay.missing()).toEqual(['npm/unused']);
});

test('a second attempt records the same as the first', async () => {
  await using registries = await FakeRegistries.start();
  const archive = await tgz([manifest]);
  registries.npm('used', [{ version: '1.0.0', time: '2000-01-02T00:00:00Z', archive }]);
  await using at = await openTestDoor(registries);
  await using second = await at.openAnother();
  for (const { socketDir } of [at.door, second]) {
    await get(socketDir, '/npm/used');
    await get(socketDir, ARCHIVE);
  }
  expect(packageListSchema.parse(at.door.list())).toEqual(second.list());
  expect(packageListSchema.parse(second.list()).archives).toHaveLength(1);
});

test('content that is gone or was changed is noticed', async () => {
  await using registries = await FakeRegistries.start();
  const archive = await tgz([manifest]);
  registries.npm('used', [{ version: '1.0.0', time: '2000-01-02T00:00:00Z', archive }]);
  await using at = await openTestDoor(registries);
  await at.get(ARCHIVE);
  const list = at.door.list();
  const [entry] = list.archives;
  const path = join(
    at.stateDir,
    'packages/content',
    entry?.sha256.slice(0, 2) ?? '',
    entry?.sha256 ?? '',
  );
  await writeFile(path, Buffer.alloc(entry?.bytes ?? 0));
  expect(await missingContent(at.stateDir, list)).toEqual(['npm/used/-/used-1.0.0.tgz']);
  await rm(path);
  expect(await missingContent(at.stateDir, list)).toEqual(['npm/used/-/used-1.0.0.tgz']);
  // An empty state folder has nothing of it.
  await using empty = await temporaryFolder();
  expect(await missingContent(empty.path, list)).toEqual(['npm/used/-/used-1.0.0.tgz']);
});

test('content of this host is not believed under a path that it was not handed out for', async () => {
  await using registries = await FakeRegistries.start();
  const archive = await tgz([manifest]);
  registries.npm('used', [{ version: '1.0.0', time: '2000-01-02T00:00:00Z', archive }]);
  await using at = await openTestDoor(registries);
  await at.get(ARCHIVE);
  const list = at.door.list();
  const moved = list.archives.map((one) => ({ ...one, path: 'npm/runner/-/runner-1.0.0.tgz' }));
  expect(await missingContent(at.stateDir, { ...list, archives: moved })).toEqual([
    'npm/runner/-/runner-1.0.0.tgz',
  ]);
});

test('ten doors ask a registry once', async () => {
  await using registries = await FakeRegistries.start();
  const archive = await tgz([manifest]);
  registries.npm('used', [{ version: '1.0.0', time: '2000-01-02T00:00:00Z', archive }]);
  await using at = await openTestDoor(registries);
  const got = await Promise.all(Array.from({ length: 10 }, () => at.get(ARCHIVE)));
  expect(new Set(got.map(({ status }) => status))).toEqual(new Set([200]));
  await at.get('/npm/used');
  expect(registries.asked.filter((path) => path === ARCHIVE)).toHaveLength(1);
  expect(registries.asked.filter((path) => path === '/npm/used')).toHaveLength(1);
});

test('where the dates of a registry are not true, they hide nothing, and the list says so', async () => {
  await using registries = await FakeRegistries.start({ trueDates: false });
  const archive = await tgz([manifest]);
  const own = await tgz([{ name: 'package/package.json', content: '{"name":"own-project"}' }]);
  registries.npm('used', [{ version: '1.0.0', time: '2025-01-02T00:00:00Z', archive }]);
  registries.npm('own-project', [{ version: '1.0.1', time: '1999-01-01T00:00:00Z', archive: own }]);
  await using at = await openTestDoor(registries);
  expect(await at.get(ARCHIVE)).toMatchObject({ status: 200 });
  // A false date does not open the way to the project itself.
  expect(await at.get('/npm/own-project')).toMatchObject({ status: 403 });
  expect(at.door.list().registries).toEqual([{ ecosystem: 'npm', dates: 'false' }]);
});

test('a registry that does not answer is named, and asked again later', async () => {
  const registries = await FakeRegistries.start();
  const archive = await tgz([manifest]);
  registries.npm('used', [{ version: '1.0.0', time: '2000-01-02T00:00:00Z', archive }]);
  registries.answer('/npm/used', (response) => response.writeHead(500).end());
  await using at = await openTestDoor(registries);
  expect(await at.get('/npm/used')).toMatchObject({
    status: 502,
    phrase: 'used: the registry answered with status 500',
  });
  registries.npm('used', [{ version: '1.0.0', time: '2000-01-02T00:00:00Z', archive }]);
  expect(await at.get('/npm/used')).toMatchObject({ status: 200 });
  await registries[Symbol.asyncDispose]();
});
