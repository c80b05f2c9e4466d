import { appendFile, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadPrices, modelClient, type ModelClient } from '@refbench/models';
import {
  startModelServer,
  type ModelServer,
  type ScriptRule,
} from '@refbench/models/scripted-provider';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { scoreAnswers } from '../score/score-answers.ts';
import { answersFile, modelSlug, readAnswers } from './answer-record.ts';
import { evaluate, type EvaluateOptions, type Evaluation } from './evaluate.ts';
import { questionOf, systemPrompt } from './question.ts';
import { STUDY_SETTINGS } from './settings.ts';
import type { Subject } from './subject.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'evaluate-test-'));
});
afterEach(() => rm(folder, { recursive: true }));

function subject(key: string, fields: Partial<Subject> = {}): Subject {
  return {
    key,
    sha: 'b'.repeat(40),
    parent: 'a'.repeat(40),
    files: ['src/Foo.java', 'src/Gone.java'],
    tier: 'Assist',
    summary: `Broken ${key}`,
    description: '',
    language: 'java',
    extensions: ['java'],
    code: {
      textAt: async (_, path) => (path.includes('Gone') ? undefined : 'class Foo {}\n'),
      diff: async () =>
        'diff --git a/src/Foo.java b/src/Foo.java\n+++ b/src/Foo.java\n+alpha beta\n',
    },
    ...fields,
  };
}

const SUBJECTS = ['A-1', 'A-2', 'A-3', 'A-4', 'A-5', 'A-6'].map((key) => subject(key));

function play(...rules: readonly ScriptRule[]): Promise<ModelServer> {
  return startModelServer({ script: { usage: { input: 1_000, output: 100 }, rules } });
}

const ANSWERS: readonly ScriptRule[] = SUBJECTS.map(({ key }, at) => ({
  when: { prompt: `**Ticket:** ${key}\n` },
  say: `Foo alpha ${'x'.repeat(at + 3)}`,
}));

async function client(server: ModelServer, model = 'claude-sonnet-4-6'): Promise<ModelClient> {
  const prices = await loadPrices();
  const retries = 0;
  return model.startsWith('gpt')
    ? modelClient({
        provider: 'openai',
        model,
        baseUrl: `${server.url}/v1`,
        apiKey: 'k',
        prices,
        retries,
      })
    : modelClient({
        provider: 'anthropic',
        model,
        baseUrl: server.url,
        apiKey: 'k',
        prices,
        retries,
      });
}

async function run(
  clients: readonly ModelClient[],
  options: Partial<EvaluateOptions> = {},
): Promise<Evaluation> {
  return evaluate({
    folder,
    subjects: SUBJECTS,
    models: clients.map((each) => ({ client: each, settings: STUDY_SETTINGS.anthropic })),
    system: 'Fix it.',
    budgetUsd: 10,
    jobs: 3,
    signal: new AbortController().signal,
    ...options,
  });
}

describe('the question', () => {
  test('has the layout and the limits of the study', async () => {
    const long = subject('A-1', {
      files: ['a.java', 'b.java', 'c.java', 'd.java'],
      description: '\u{1f600}'.repeat(2_001),
      code: {
        textAt: async (_, path) =>
          path === 'a.java'
            ? '\u{1f600}'.repeat(6_000)
            : path === 'b.java'
              ? 'y'.repeat(6_001)
              : '',
        diff: async () => '',
      },
    });
    expect(await questionOf(long)).toBe(
      [
        '**Ticket:** A-1',
        '**Summary:** Broken A-1',
        `**Description:**\n${'\u{1f600}'.repeat(2_000)}`,
        '',
        '**Source files (before fix):**',
        `\n--- a.java ---\n\`\`\`java\n${'\u{1f600}'.repeat(6_000)}\`\`\``,
        `\n--- b.java ---\n\`\`\`java\n${'y'.repeat(6_000)}\n// [file truncated — rest not shown]\n\`\`\``,
        '\n--- c.java ---\n```java\n```',
      ].join('\n'),
    );
    const plain = await questionOf(subject('A-2', { summary: '', files: [] }));
    expect(plain).toContain('**Summary:** A-2\n**Description:**\n(no description)\n');
  });

  test('a file replaces the system prompt verbatim', async () => {
    expect(await systemPrompt()).toMatch(/^You know .*them\.$/s);
    expect(await systemPrompt('default')).toBe(await systemPrompt());
    const study = await systemPrompt('study');
    expect(study).toMatch(/Spring Framework.*unified diff.*further\.$/s);
    expect(study).not.toBe(await systemPrompt());
    const file = join(folder, 'system.txt');
    await writeFile(file, '  exactly this \n\n');
    expect(await systemPrompt(file)).toBe('  exactly this \n\n');
    await expect(systemPrompt(join(folder, 'none'))).rejects.toMatchObject({
      kind: 'invalid-file',
    });
  });
});

test('every model answers every subject once, with its own settings, and answers are stored verbatim', async () => {
  await using server = await play(...ANSWERS);
  const clients = [await client(server), await client(server, 'gpt-5.5')];
  const models = clients.map((each, at) => ({
    client: each,
    settings: at === 0 ? STUDY_SETTINGS.anthropic : STUDY_SETTINGS.openai,
  }));
  expect(await run([], { models })).toMatchObject({ answered: 12, reused: 0, failed: 0, open: 0 });
  const bodies = server.requests().map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  expect(bodies.filter((body) => body['temperature'] === 0.3)).toHaveLength(6);
  const records = await readAnswers(answersFile(folder, 'gpt-5.5'));
  expect(records.find(({ key }) => key === 'A-3')).toMatchObject({
    status: 'answered',
    answer: 'Foo alpha xxxxx',
    max_tokens: 1_500,
    output_tokens: 100,
    asked: {
      system: 'Fix it.',
      prompt: await questionOf(subject('A-3')),
      max_tokens: 1_500,
      temperature: 0.3,
    },
  });
  expect(await run([], { models })).toMatchObject({ answered: 12, reused: 12 });
  expect(server.requests()).toHaveLength(12);
});

test('a different system prompt makes a different question', async () => {
  await using server = await play(...ANSWERS);
  const own = await client(server);
  await run([own]);
  const file = answersFile(folder, own.model);
  const score = async (): Promise<unknown> =>
    scoreAnswers(own.model, SUBJECTS, await readAnswers(file));
  const first = await score();
  const again = await play({ say: 'nothing at all' });
  const other = await client(again);
  expect(await run([other], { system: 'Other.' })).toMatchObject({ answered: 6, reused: 0 });
  await again[Symbol.asyncDispose]();
  expect(await score()).not.toEqual(first);
  // With the first question, the first answers count again without further cost.
  expect(await run([own])).toMatchObject({ answered: 6, reused: 6 });
  expect(await score()).toEqual(first);
});

test('errors are stored, retried, and have no score', async () => {
  await using server = await play(
    { when: { prompt: 'A-2\n' }, fault: { status: 500 }, times: 1 },
    ...ANSWERS,
  );
  const own = await client(server);
  expect(await run([own])).toMatchObject({ answered: 5, failed: 1, open: 0 });
  const file = answersFile(folder, own.model);
  const score = async (): Promise<readonly string[]> => {
    const { results } = await scoreAnswers(own.model, SUBJECTS, await readAnswers(file));
    return results.map(({ key, status }) => `${key} ${status}`);
  };
  expect(await score()).toContain('A-2 failed');
  expect(await run([own])).toMatchObject({ answered: 6, reused: 5, failed: 0 });
  expect(await score()).toEqual(SUBJECTS.map(({ key }) => `${key} scored`));
});

test('a rejected key ends the command immediately', async () => {
  await using server = await play({ fault: { status: 401 } });
  await expect(run([await client(server)], { jobs: 1 })).rejects.toMatchObject({ kind: 'usage' });
  expect(server.requests()).toHaveLength(1);
});

test('a command with a larger budget continues after the budget was spent', async () => {
  await using server = await play(...ANSWERS);
  const own = await client(server);
  // An answer costs $0.0045, at most about $0.03.
  const first = await run([own], { budgetUsd: 0.04 });
  expect(first.exhausted).toBe(true);
  expect(first.answered).toBeGreaterThan(0);
  expect(first.answered + first.open).toBe(6);
  expect(first.usd).toBeLessThanOrEqual(0.04);
  expect(await run([own], { budgetUsd: 1 })).toMatchObject({
    answered: 6,
    reused: first.answered,
    exhausted: false,
  });
});

test('an incomplete answer is requested again, and the result is the same', async () => {
  await using server = await play(...ANSWERS);
  const own = await client(server);
  await run([own], { jobs: 1 });
  const file = answersFile(folder, own.model);
  const whole = await scoreAnswers(own.model, SUBJECTS, await readAnswers(file));
  const text = await readFile(file, 'utf8');
  await truncate(file, Buffer.byteLength(text) - 40);
  await appendFile(join(folder, 'ledger.jsonl'), '{"type":"reserve","at":');
  expect(await run([own])).toMatchObject({ answered: 6, reused: 5 });
  expect(await scoreAnswers(own.model, SUBJECTS, await readAnswers(file))).toEqual(whole);
});

test('a model has one file, whatever its name', () => {
  expect(modelSlug('gpt-4o-mini')).toBe('gpt-4o-mini');
  expect(modelSlug('a/b')).not.toBe(modelSlug('a-b'));
  expect(modelSlug('../../x')).toMatch(/^[\w.-]+$/);
  expect(modelSlug('../../x')).not.toContain('/');
});
