import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadPrices, modelClient, SpendingLimit } from '@refbench/models';
import { startModelServer } from '@refbench/models/scripted-provider';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { askDecisions } from './ask-decisions.ts';
import { findingLines, readTaskFindings, recordTaskFindings } from './task-findings.ts';

const GOLDEN = 'a'.repeat(40);
const TEXT = 'Move the loading of files\n  to a core folder';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'refbench-findings-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

async function ask(answer: unknown, budgetUsd = 1) {
  const rules = [{ when: { prompt: 'Move the loading' }, answer }];
  const script = { rules, usage: { input: 1000, output: 100 } };
  await using server = await startModelServer({ script });
  const client = modelClient({
    provider: 'anthropic',
    model: 'claude-sonnet-4-6',
    apiKey: 'none',
    baseUrl: server.url,
    prices: await loadPrices(),
  });
  await using limit = await SpendingLimit.open(join(dir, 'ledger.jsonl'), budgetUsd);
  const said = await askDecisions({
    client: limit.limit(client, 'test'),
    text: TEXT,
    subject: 'Message:\nMove the loader',
    signal: AbortSignal.timeout(20_000),
  });
  return { said, asked: JSON.stringify(server.requests().map(({ body }) => body)) };
}

describe('asking a model', () => {
  test('keeps decisions whose quote is in the text, and counts the others', async () => {
    const { said, asked } = await ask({
      given_away: [
        { decision: 'A folder named core.', quote: '"Files to a core folder."' },
        { decision: 'A class for errors.', quote: 'typed errors' },
        { decision: 'Nothing.', quote: '...' },
      ],
    });
    expect(said.given_away.map(({ decision }) => decision)).toStrictEqual(['A folder named core.']);
    expect(said).toMatchObject({ unsupported: 2, model: 'claude-sonnet-4-6' });
    expect(said.usd).toBeGreaterThan(0);
    expect(asked).toContain('Move the loader');
    expect(asked).not.toContain('{{');
  });

  test('asks nothing that the budget does not cover', async () => {
    await expect(ask({ given_away: [] }, 1e-6)).rejects.toMatchObject({ kind: 'usage' });
  });

  test('an answer in another form is an expected failure', async () => {
    await expect(ask({ decisions: [] })).rejects.toMatchObject({ kind: 'infra-incomplete' });
  });
});

describe('recorded findings', () => {
  const said = {
    model: 'some-model',
    usd: 0.01,
    unsupported: 0,
    given_away: [
      {
        decision: 'A folder.',
        quote: 'core folder',
      },
    ],
  };

  test('apply as long as text, prompt and golden are the same', async () => {
    const file = join(dir, 'task.open.md');
    await writeFile(file, TEXT);
    expect(await readTaskFindings(dir, GOLDEN)).toStrictEqual({ kind: 'none' });
    const findings = await recordTaskFindings(dir, GOLDEN, TEXT, said);
    expect(await readTaskFindings(dir, GOLDEN)).toStrictEqual({ kind: 'current', findings });
    await writeFile(file, `${TEXT}.`);
    const other = await readTaskFindings(dir, 'b'.repeat(40));
    expect(other).toStrictEqual({ kind: 'stale', findings, changed: ['text', 'golden'] });
    expect(findingLines(findings)).toStrictEqual([
      'gives away with "core folder", according to some-model: A folder.',
    ]);
  });

  test('another prompt makes them stale', async () => {
    await writeFile(join(dir, 'task.open.md'), TEXT);
    const findings = await recordTaskFindings(dir, GOLDEN, TEXT, said);
    const open = { ...findings, prompt: `sha256:${'0'.repeat(64)}` };
    await writeFile(join(dir, 'task.findings.json'), JSON.stringify({ schema: 1, open }));
    expect(await readTaskFindings(dir, GOLDEN)).toMatchObject({ changed: ['prompt'] });
  });

  test('a damaged file is an error that names it', async () => {
    await writeFile(join(dir, 'task.findings.json'), '{"schema":1}');
    await expect(readTaskFindings(dir, GOLDEN)).rejects.toThrow('task.findings.json');
  });
});
