import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pack } from 'tar-stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CandidateVerdict, RecipeFiles } from './candidate.ts';
import { openCheckServer, type CheckServer } from './check-server.ts';

let stateDir: string;
beforeEach(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'refbench-check-server-'));
});
afterEach(() => rm(stateDir, { recursive: true, force: true }));

const REFUSED: CandidateVerdict = { kind: 'invalid', reasons: ['run_tests is missing'] };

async function checkServer(
  decide: (files: RecipeFiles) => Promise<CandidateVerdict>,
  answerTimeoutMs = 10_000,
): Promise<CheckServer> {
  return await openCheckServer({ stateDir, decide, maxCandidates: 2, answerTimeoutMs });
}

async function ask(
  { socketDir }: CheckServer,
  files: Readonly<Record<string, string>>,
  path = '/check',
): Promise<{ readonly status: number; readonly text: string }> {
  const tar = pack();
  for (const [name, text] of Object.entries(files)) tar.entry({ name }, text);
  tar.finalize();
  return await new Promise((resolve, reject) => {
    const socketPath = join(socketDir, 'gw.sock');
    const asked = request({ socketPath, method: 'POST', path }, (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    asked.on('error', reject);
    Readable.from(tar).pipe(asked);
  });
}

test('equal scripts are one candidate, regardless of the summary, and the number of candidates is limited', async () => {
  let decided = 0;
  await using open = await checkServer(() => {
    decided += 1;
    return Promise.resolve(REFUSED);
  });
  const first = await ask(open, { a: '1' });
  expect(first).toEqual({
    status: 422,
    text: 'NOT ADMITTED: the scripts are incomplete\nrun_tests is missing\n',
  });
  expect(await ask(open, { a: '1', 'SUMMARY.md': 'words' })).toEqual(first);
  expect(decided).toBe(1);
  await ask(open, { a: '2' });
  expect((await ask(open, { a: '3' })).status).toBe(429);
  expect((await ask(open, { a: '1' })).status).toBe(422);
  // The remaining candidates are still checked at the end.
  await open.decide(new Map([['a', { text: '3', executable: false }]]));
  expect(decided).toBe(3);
});

test('an early request is told to repeat and gets the verdict later; candidates are checked one at a time', async () => {
  const waiting: (() => void)[] = [];
  let atOnce = 0;
  await using open = await checkServer(async () => {
    atOnce += 1;
    expect(atOnce).toBe(1);
    await new Promise<void>((resolve) => waiting.push(resolve));
    atOnce -= 1;
    return REFUSED;
  }, 30);
  const both = await Promise.all([ask(open, { a: '1' }), ask(open, { a: '2' })]);
  expect(both.map(({ status }) => status)).toEqual([202, 202]);
  expect(both[0].text).toContain('STILL RUNNING');
  waiting.shift()?.();
  await expect.poll(() => waiting.length).toBe(1);
  waiting.shift()?.();
  expect((await ask(open, { a: '1' })).status).toBe(422);
});

test('unknown paths, invalid files and infrastructure failures are distinguished', async () => {
  await using open = await checkServer(() => Promise.reject(new Error('the engine is gone')));
  expect((await ask(open, {}, '/other')).status).toBe(404);
  expect(await ask(open, { '../a': 'x' })).toMatchObject({ status: 422 });
  expect(await ask(open, { a: 'x' })).toEqual({
    status: 500,
    text: 'the check failed: the engine is gone\n',
  });
});
