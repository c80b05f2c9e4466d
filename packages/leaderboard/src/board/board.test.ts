import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KeyObject } from 'node:crypto';
import { canonicalJson, sha256OfBytes } from '@refbench/base';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { LEDGER_FILE, readLedger } from '../ledger/ledger.ts';
import { addSubmission, removeSubmission } from '../ledger/submissions.ts';
import { publicKeyText } from '../bundle/keys.ts';
import { exampleSubmission, newKey, type Example } from '../submission.testkit.ts';
import { verifySubmission } from '../verify/verify-submission.ts';
import { BOARD_FILE } from '../ledger/board-file.ts';
import { boardViewSchema } from './board-view.ts';
import { buildBoard } from './build-board.ts';

let example: Example;
beforeAll(async () => {
  example = await exampleSubmission();
});
afterAll(() => example[Symbol.asyncDispose]());

async function boardFolder(...ids: readonly string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'refbench-board-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, LEDGER_FILE), '');
  for (const id of ids) await add(folder, id);
  return folder;
}

async function add(
  folder: string,
  id: string,
  {
    path,
    ...change
  }: { readonly date?: string; readonly key?: KeyObject; readonly path?: string } = {},
): Promise<void> {
  const { accepted } = await verifySubmission({
    path: path ?? (await example.write(example.bytes)),
    knownKeys: new Map([[example.publicKey, 'The owner of the key']]),
    sample: { kind: 'none' },
    regrade: () => Promise.resolve([]),
  });
  if (accepted === undefined) throw new Error('refused');
  await addSubmission({ folder, id, date: '2026-11-23', why: 'a test', ...change }, accepted);
}

test('an empty board', async () => {
  const { view } = await buildBoard({ folder: await boardFolder(), instancesDir: 'none' });
  expect(boardViewSchema.parse(view)).toMatchObject({ summary: [], ledger: [], report: null });
});

test('a board follows from its files, and names agents by their titles', async () => {
  const folder = await boardFolder('first');
  const { view } = await buildBoard({ folder, instancesDir: 'none' });
  expect(boardViewSchema.parse(view)).toEqual(view);
  expect(view.summary.map(({ agent, n, alignment }) => [agent, n, alignment])).toEqual([
    ['Agent steady', 3, 0.75],
    ['Agent quick', 3, 0.25],
    ['nop', 3, 0],
  ]);
  expect(view.results).toHaveLength(9);
  const again = await buildBoard({ folder, instancesDir: 'none' });
  expect(canonicalJson(again.view)).toBe(canonicalJson(view));
});

test('two submissions with the same agents are told apart, and references stay references', async () => {
  const folder = await boardFolder('first', 'second');
  const { view } = await buildBoard({ folder, instancesDir: 'none' });
  expect(view.summary.map(({ agent }) => agent)).toContain('Agent steady (second)');
  const references = view.report?.references.map(({ agent }) => agent);
  expect(references).toEqual(['nop (first)', 'nop (second)']);
});

test('an agent with a first look is shown, and neither ranked nor compared', async () => {
  const folder = await boardFolder();
  const score = 'run/o__r-00000001/quick/1/score.json';
  const path = await example.forge(
    (files) => {
      const value = JSON.parse(files.get(score)?.toString() ?? '') as Record<string, unknown>;
      value['provisional'] = { source: 'early', runs: 2, machine: 'P, 2 processors, 8 GiB' };
      value['integrity'] = { controls: 'full', findings: [], ranked: false };
      files.set(score, Buffer.from(JSON.stringify(value)));
    },
    { sign: example.key },
  );
  await add(folder, 'first', { path });
  const { view } = await buildBoard({ folder, instancesDir: 'none' });
  expect(view.agents.map(({ label, firstLook }) => [label, firstLook])).toEqual([
    ['Agent steady', false],
    ['Agent quick', true],
    ['nop', false],
  ]);
  expect(view.report?.references.map(({ agent }) => agent).sort()).toEqual(['Agent quick', 'nop']);
  expect(view.report?.comparisons).toEqual([]);
  const notes = view.report?.sources.flatMap((source) => source.notes);
  expect(notes).toContainEqual(expect.stringContaining('quick on o__r-00000001: a first look'));
});

test('every change is in the ledger, and a new score is called one', async () => {
  const folder = await boardFolder('first', 'first');
  await removeSubmission({ folder, id: 'first', date: '2026-11-24', why: 'withdrawn' });
  const rows = await readLedger(folder);
  expect(rows.map(({ kind, id, date }) => [kind, id, date])).toEqual([
    ['added', 'first', '2026-11-23'],
    ['rescored', 'first', '2026-11-23'],
    ['removed', 'first', '2026-11-24'],
  ]);
  expect((await buildBoard({ folder, instancesDir: 'none' })).view.summary).toEqual([]);
  await expect(
    removeSubmission({ folder, id: 'first', date: '2026-11-24', why: 'again' }),
  ).rejects.toThrow('there is no submission "first"');
});

test.each<[string, (lines: string[]) => string[]]>([
  ['a changed line', ([first = '', ...rest]) => [first.replace('a test', 'a rest'), ...rest]],
  ['a removed line', ([, ...rest]) => rest],
  ['lines in another order', (lines) => lines.toReversed()],
])('%s of the ledger is refused', async (_, change) => {
  const folder = await boardFolder('first', 'second', 'third');
  const path = join(folder, 'ledger.jsonl');
  const lines = (await readFile(path, 'utf8')).trim().split('\n');
  await writeFile(path, `${change(lines).join('\n')}\n`);
  await expect(readLedger(folder)).rejects.toThrow(/line \d: /);
});

test('a board says who signed a submission, and what of it was graded again', async () => {
  const { view } = await buildBoard({ folder: await boardFolder('first'), instancesDir: 'none' });
  expect(view.submissions).toMatchObject([
    { submitter: 'Someone', signer: 'The owner of the key', graded: { instances: 0, of: 3 } },
  ]);
});

test('dates never run backwards, and are not before the run', async () => {
  const folder = await boardFolder('first');
  await expect(add(folder, 'second', { date: '2026-11-22' })).rejects.toThrow(
    /2026-11-22 is before 2026-11-23, the date of the last change/,
  );
  await expect(add(folder, 'second', { date: '2019-01-01' })).rejects.toThrow(
    /2019-01-01 is before 2026-11-21, the day of the run/,
  );
  // What is on the board stays, also where it would have been replaced.
  await expect(add(folder, 'first', { date: '2026-11-22' })).rejects.toThrow(/before 2026-11-23/);
  await expect(add(folder, 'first', { key: newKey() })).rejects.toThrow(/has no key/);
  const { view } = await buildBoard({ folder, instancesDir: 'none' });
  expect(view.submissions.map(({ id }) => id)).toEqual(['first']);
  expect(await readLedger(folder)).toHaveLength(1);
});

test('a removed last line is found', async () => {
  const folder = await boardFolder('first', 'second');
  const path = join(folder, LEDGER_FILE);
  const [first = ''] = (await readFile(path, 'utf8')).split('\n');
  await writeFile(path, `${first}\n`);
  await expect(readLedger(folder)).rejects.toThrow(
    /ends the ledger after 2 lines, and there are 1/,
  );
});

test('a board with a key signs every change, and nobody else can', async () => {
  const folder = await boardFolder();
  const key = newKey();
  await writeFile(join(folder, BOARD_FILE), `key: ${publicKeyText(key)}\n`);
  await expect(add(folder, 'first')).rejects.toThrow(/must be signed with the key of the board/);
  await expect(add(folder, 'first', { key: newKey() })).rejects.toThrow(/must be signed/);
  await add(folder, 'first', { key });
  await add(folder, 'second', { key });
  const { view } = await buildBoard({ folder, instancesDir: 'none' });
  expect(view.head).toMatchObject({ lines: 2, signature: { public_key: publicKeyText(key) } });

  // Somebody without the key removes the last line, and makes the head fit.
  const head = join(folder, 'head.json');
  const path = join(folder, LEDGER_FILE);
  const [first = ''] = (await readFile(path, 'utf8')).split('\n');
  await writeFile(path, `${first}\n`);
  const end = { lines: 1, digest: sha256OfBytes(first) };
  await writeFile(head, JSON.stringify({ ...view.head, ...end }));
  await expect(readLedger(folder)).rejects.toThrow(/the key of the board did not sign it/);
  await rm(head);
  await expect(readLedger(folder)).rejects.toThrow(/it is missing, although/);
});

test('a stored submission that was changed is refused by name', async () => {
  const folder = await boardFolder('first');
  const score = join(folder, 'submissions/first/run/o__r-00000001/steady/1/score.json');
  await appendFile(score, ' ');
  await expect(buildBoard({ folder, instancesDir: 'none' })).rejects.toThrow(
    /submissions\/first: digests: run\/o__r-00000001\/steady\/1\/score\.json differs/,
  );
});
