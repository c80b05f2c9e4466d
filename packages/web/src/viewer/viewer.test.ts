import { mkdtemp, rm } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { EXAMPLE_INSTANCES as INSTANCES, writeExampleRun } from '@refbench/test-helpers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runViewSchema, attemptViewSchema } from '@refbench/evidence';
import { appAssets } from '../app-assets.ts';
import { escapeHtml, scriptJson } from '../html.ts';
import { answerApi } from './answer-api.ts';
import { RunStore } from './run-store.ts';
import { startViewer } from './start-viewer.ts';

let folder: string;
let store: RunStore;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refbench-web-'));
  await writeExampleRun(join(folder, 'example'));
  store = new RunStore({ runsDir: folder, instancesDir: folder });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function get(path: string): Promise<unknown> {
  return await answerApi(store, new URL(path, 'http://127.0.0.1'));
}

const key = encodeURIComponent(`${INSTANCES[0]}/steady/1/1`);

test('runs, a run, an attempt and a search', async () => {
  expect(await get('/api/runs')).toMatchObject([
    { run: 'example', state: 'finished', done: 9, planned: 9, usd: 3, problem: null },
  ]);
  expect(runViewSchema.parse(await get('/api/runs/example')).attempts).toHaveLength(9);
  const attempt = attemptViewSchema.parse(await get(`/api/runs/example/attempts/${key}`));
  expect(attempt.rules.map(({ before, after }) => [before, after])).toEqual([
    [0, 3],
    [2, 1],
  ]);
  expect(await get('/api/runs/example/search?q=needle-1')).toHaveLength(6);
  expect(await get('/api/runs/example/search?q=')).toEqual([]);
});

test.each([
  '/api/runs/..%2f..%2fetc',
  '/api/runs/example/attempts/..%2f..%2frun.json',
  '/api/runs/unknown',
])('%s is refused by name', async (path) => {
  await expect(get(path)).rejects.toThrow(/there is no run|has no attempt/);
});

test.each(['/api', '/api/other', '/api/runs/example/other', '/api/runs/example/attempts/a/b/c'])(
  '%s is nothing',
  async (path) => {
    expect(await get(path)).toBeUndefined();
  },
);

test('a view does not wait for behaviours, and has them soon', async () => {
  const fresh = new RunStore({ runsDir: folder, instancesDir: folder });
  const behaviours = async (): Promise<number> => {
    const { attempts } = await fresh.view('example');
    return attempts.filter(({ behaviour }) => behaviour !== null).length;
  };
  expect(await behaviours()).toBe(0);
  const before = await fresh.version();
  await expect.poll(behaviours).toBe(6);
  // Open pages are told.
  expect(await fresh.version()).not.toBe(before);
});

test('a view is read again only when its files change', async () => {
  await expect
    .poll(async () => {
      const { attempts } = await store.view('example');
      return attempts.some(({ behaviour }) => behaviour !== null);
    })
    .toBe(true);
  const first = await store.view('example');
  expect(await store.view('example')).toBe(first);
  const before = await store.version();
  await writeExampleRun(join(folder, 'other'));
  expect(await store.version()).not.toBe(before);
});

test('text cannot leave its place in a page', () => {
  expect(escapeHtml(`<a href="'">&`)).toBe('&lt;a href=&quot;&#39;&quot;&gt;&amp;');
  const json = scriptJson({ text: '</script><!--\u2028' });
  expect(json).not.toMatch(/[<\u2028]/);
  expect(JSON.parse(json)).toEqual({ text: '</script><!--\u2028' });
});

test('a working copy that was not built says what to do', async () => {
  const none = new URL('./none/', pathToFileURL(`${folder}/`));
  await expect(appAssets(none)).rejects.toThrow(/not built/);
});

test('the server answers only requests that name this host, and only reads', async () => {
  await using viewer = await startViewer({ runsDir: folder, instancesDir: folder, port: 0 });
  const ask = (host: string, method = 'GET'): Promise<IncomingMessage> =>
    new Promise((done, fail) => {
      request(`${viewer.url}api/runs`, { method, headers: { host } }, done).on('error', fail).end();
    });
  const good = await ask('127.0.0.1:1234');
  expect(good.statusCode).toBe(200);
  expect(good.headers['content-security-policy']).toMatch(/default-src 'none'/);
  expect(good.headers['access-control-allow-origin']).toBeUndefined();
  expect((await ask('evil.example')).statusCode).toBe(403);
  expect((await ask('127.0.0.1.evil.example')).statusCode).toBe(403);
  expect((await ask('localhost', 'POST')).statusCode).toBe(405);
});
