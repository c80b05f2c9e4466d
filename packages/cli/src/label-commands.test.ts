import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { labelsSchema } from '@refbench/contracts';
import { readJsonFile } from '@refbench/base';
import {
  startModelServer,
  type ModelServer,
  type ScriptRule,
} from '@refbench/models/scripted-provider';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runHere } from './in-process.testkit.ts';

const root = resolve(import.meta.dirname, '../../..');
/** Commands start processes, which takes long on a busy machine. */
const PATIENT = { timeout: 240_000 };
const TALLY = 'refbench__tally-6637120b';
const MODELS = ['--issue-model', 'claude-haiku-4-5', '--tests-model', 'claude-sonnet-4-6'];
const SEATS = [...MODELS, '--effort-model', 'claude-opus-4-5'];

async function workFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'refbench-label-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await cp(join(root, 'instances', TALLY), join(folder, 'instances', TALLY), { recursive: true });
  await rm(join(folder, 'instances', TALLY, 'labels.json'), { force: true });
  return folder;
}

async function serve(...rules: readonly ScriptRule[]): Promise<ModelServer> {
  const server = await startModelServer({
    script: { rules, usage: { input: 1_000, output: 100, cache_read: 400 } },
  });
  onTestFinished(() => server[Symbol.asyncDispose]());
  vi.stubEnv('ANTHROPIC_API_KEY', 'none');
  vi.stubEnv('ANTHROPIC_BASE_URL', server.url);
  return server;
}

/** Runs a command; `json` parses the first line of its output. */
async function run(...args: readonly string[]) {
  const { code, stdout: text } = await runHere(...args);
  return { code, text, json: () => JSON.parse(text.trim().split('\n')[0] ?? '') as unknown };
}

/** All strings named `text` or `content` in a part of a request. */
function textOf(part: unknown): string {
  if (typeof part === 'string') return part;
  if (Array.isArray(part)) return part.map(textOf).join('');
  const { text, content } = part as { text?: unknown; content?: unknown };
  return textOf(text ?? content ?? '');
}

/** Picks the gate on labels from what instance check prints. */
function labelsGateOf(report: unknown): unknown {
  const { gates } = report as { readonly gates: readonly { readonly name: string }[] };
  return gates.find(({ name }) => name === 'labels');
}

const rationale = 'named by its parts';
const ANSWERS: readonly ScriptRule[] = [
  {
    when: { model: 'claude-haiku-4-5' },
    answer: { rationale, label: 'well-specified', candidate_solution: false },
  },
  {
    when: { model: 'claude-sonnet-4-6', prompt: 'src/core/clock.ts' },
    answer: { rationale, counter_example: 'half of it', score: 1, other_major_issues: false },
  },
  { when: { model: 'claude-opus-4-5' }, answer: { rationale, score: 3 } },
];

test('an instance is labelled, checked, exported and evaluated', PATIENT, async () => {
  const folder = await workFolder();
  const at = (name: string): string => join(folder, name);
  const places = ['--instances-dir', at('instances'), '--state-dir', at('state')];
  const server = await serve(...ANSWERS);
  const labelling = ['label', 'run', '--instances', TALLY, '--to', at('run'), ...places, ...SEATS];

  const check = ['instance', 'check', TALLY, '--static', ...places, '--json'];
  expect(labelsGateOf((await run(...check)).json())).toMatchObject({
    passed: null,
    notes: ['not measured: there are no labels'],
  });
  const dry = (await run(...labelling, '--dry-run', '--json')).json() as {
    criteria: { criterion: string; calls: number; inputTokens: number; usd: number }[];
  };
  expect(dry).toMatchObject({ tasks: 1, unreachable: [] });
  expect(dry.criteria.map(({ criterion, calls }) => [criterion, calls])).toEqual([
    ['issue', 3],
    ['tests', 3],
    ['effort', 3],
  ]);
  // The patch and the files make most of it.
  expect(dry.criteria[1]?.inputTokens).toBeGreaterThan(10 * (dry.criteria[0]?.inputTokens ?? 0));
  expect(server.requests()).toHaveLength(0);

  expect((await run(...labelling)).code).toBe(0);
  expect(server.requests()).toHaveLength(9);
  // The estimate does not build the prompts, but has their sizes.
  const question = server.requests().find(({ body }) => body.includes('claude-sonnet-4-6'));
  const { system, messages } = JSON.parse(question?.body ?? '') as Record<string, unknown>;
  const real = Buffer.byteLength(`${textOf(system)}${textOf(messages)}`) / 3;
  expect((dry.criteria[1]?.inputTokens ?? 0) / 3 / real).toBeGreaterThan(0.98);
  expect((dry.criteria[1]?.inputTokens ?? 0) / 3 / real).toBeLessThan(1.05);
  expect(await readJsonFile(at(`instances/${TALLY}/labels.json`), labelsSchema)).toMatchObject({
    value: { issue: { label: 0 }, tests: { label: 1 }, effort: { label: 3 } },
  });
  expect(await run(...check)).toMatchObject({ code: 0 });
  // Again: nothing is left to ask.
  expect((await run(...labelling)).code).toBe(0);
  expect(server.requests()).toHaveLength(9);
  await expect(run(...labelling, '--passes', '1')).rejects.toMatchObject({ kind: 'usage' });

  await run('label', 'export', at('run'), '--to', at('out.jsonl'), '--kept');
  expect(JSON.parse(await readFile(at('out.jsonl'), 'utf8'))).toMatchObject({
    instance_id: TALLY,
    keep: true,
    difficulty: '>4 hours',
    tests_votes: [1, 1, 1],
  });
  await run('label', 'export', at('run'), '--to', at('q.csv'), '--questionnaire');
  const filled = (await readFile(at('q.csv'), 'utf8')).replaceAll(',,,', ',agree,agree,');
  await writeFile(at('q.csv'), filled);
  await writeFile(at('people.csv'), `instance_id,issue,tests\n${TALLY},0,2\n`);
  const asked = ['--reference', at('people.csv'), '--questionnaire', at('q.csv')];
  expect((await run('label', 'evaluate', at('run'), ...asked, '--json')).json()).toMatchObject({
    runs: [
      {
        accuracy: [
          { criterion: 'issue', exact: 1, binarised: 1 },
          { criterion: 'tests', exact: 0, binarised: 0 },
          { criterion: 'effort', compared: 0, exact: null },
        ],
        costs: { calls: 9, inputTokens: 9_000, cachedTokens: 3_600, outputTokens: 900 },
      },
    ],
    people: { instances: 1 },
  });
  const { text } = await run('label', 'evaluate', at('run'), ...asked);
  for (const title of ['Accuracy against', 'Krippendorff', 'Recorded costs', 'Questionnaire']) {
    expect(text).toContain(title);
  }
});

test(
  'a changed task text makes labels stale, and an edited label is refused',
  PATIENT,
  async () => {
    const folder = await workFolder();
    const dir = join(folder, 'instances', TALLY);
    const places = ['--instances-dir', join(folder, 'instances'), '--state-dir', join(folder, 's')];
    await cp(join(root, 'instances', TALLY, 'labels.json'), join(dir, 'labels.json'));
    const check = async (): Promise<unknown> => {
      const checked = ['instance', 'check', TALLY, '--static', ...places, '--json'];
      const { code, json } = await run(...checked);
      return [code, labelsGateOf(json())];
    };
    expect(await check()).toMatchObject([0, { passed: true }]);
    await writeFile(join(dir, 'task.instructed.md'), 'Do something else.\n');
    expect(await check()).toMatchObject([
      7,
      { problems: ['the labels refer to a different task text'] },
    ]);
    const labels = await readFile(join(dir, 'labels.json'), 'utf8');
    await writeFile(join(dir, 'labels.json'), labels.replace('"label": 3', '"label": 0'));
    expect(await check()).toMatchObject([
      7,
      { problems: [expect.stringContaining('do not follow from its votes')] },
    ]);
  },
);

test('two models vote on each criterion, in one run or in merged runs', PATIENT, async () => {
  const folder = await workFolder();
  const at = (name: string): string => join(folder, name);
  const places = ['--instances-dir', at('instances'), '--state-dir', at('state')];
  await serve(
    { when: { model: 'claude-haiku-4-5' }, answer: { rationale, score: 1 } },
    { when: { model: 'claude-opus-4-5' }, answer: { rationale, score: 3 } },
  );
  const labelling = ['label', 'run', '--instances', TALLY, ...places, '--criteria', 'effort'];
  const MODELS_OF = ['claude-haiku-4-5', 'claude-opus-4-5'];
  const dry = await run(...labelling, '--model', MODELS_OF.join(','), '--dry-run', '--json');
  expect(dry.json()).toMatchObject({ criteria: MODELS_OF.map((model) => ({ model, calls: 3 })) });
  const both = await run(
    ...labelling,
    '--model',
    MODELS_OF.join(','),
    '--to',
    at('both'),
    '--json',
  );
  const votes = [1, 1, 1].map((label) => [MODELS_OF[0], label]);
  const expected = [...votes, ...[3, 3, 3].map((label) => [MODELS_OF[1], label])];
  const votesOf = (labels: unknown): unknown =>
    labelsSchema.parse(labels).effort.votes.map(({ annotator, label }) => [annotator, label]);
  expect(votesOf(both.json())).toEqual(expected);
  for (const model of MODELS_OF) await run(...labelling, '--model', model, '--to', at(model));
  const folders = MODELS_OF.map((model) => at(model));
  const beside = ['--instances-dir', at('instances')];
  const merged = await run('label', 'merge', ...folders, '--to', at('merged'), ...beside, '--json');
  const stored = await readJsonFile(at(`instances/${TALLY}/labels.json`), labelsSchema);
  expect(votesOf(stored.kind === 'valid' ? stored.value : undefined)).toEqual(expected);
  expect(votesOf(merged.json())).toEqual(expected);
  // No majority: the median of 1, 1, 1, 3, 3, 3 is the higher middle vote.
  expect(labelsSchema.parse(merged.json()).effort).toMatchObject({
    label: 3,
    decided_by: 'median',
    controversial: true,
  });
  for (const name of ['both', 'merged']) {
    expect((await run('label', 'evaluate', at(name), '--json')).json()).toMatchObject({
      runs: [
        {
          byModel: MODELS_OF.map((model) => ({ model, votes: 3, costs: { calls: 3 } })),
          pairs: [{ first: MODELS_OF[0], second: MODELS_OF[1], units: 1, exact: 0, binarised: 0 }],
        },
      ],
    });
  }
  expect((await run('label', 'evaluate', at('both'))).text).toContain('agreement between models');
  await expect(
    run(...labelling, '--model', 'claude-haiku-4-5,claude-haiku-4-5', '--dry-run'),
  ).rejects.toMatchObject({ kind: 'usage' });
});

test('a sample excludes the rows that prompts were written with', PATIENT, async () => {
  const folder = await workFolder();
  const at = (name: string): string => join(folder, name);
  const ids = ['a__b-1', 'a__b-2', 'a__b-3', 'c__d-1'];
  await writeFile(at('rows.csv'), `instance_id,kind\n${ids.map((id) => `${id},x\n`).join('')}`);
  await writeFile(at('used.jsonl'), '{"instance_id":"a__b-2"}\n');
  const args = [
    '--to',
    at('s.jsonl'),
    '--quota',
    '2',
    '--seed',
    '5',
    '--exclude',
    at('used.jsonl'),
  ];
  const { json } = await run(
    'label',
    'sample',
    at('rows.csv'),
    ...args,
    '--where',
    'kind=x',
    '--json',
  );
  expect(json()).toMatchObject({ rows: 4, kept_out: 1, chosen: 3 });
  const drawn = (await readFile(at('s.jsonl'), 'utf8')).match(/[ac]__[bd]-\d/g);
  expect(drawn).toEqual(['a__b-1', 'a__b-3', 'c__d-1']);
});

test('a map of a folder is printed, and kept tags give the same', PATIENT, async () => {
  const folder = await workFolder();
  const base = join(folder, 'instances', TALLY, 'repository/base');
  const map = ['label', 'map', base, '--tokens', '600', '--state-dir', join(folder, 's')];
  const { text } = await run(...map);
  expect(text).toContain('src/');
  expect(text).toMatch(/│export (?:function|class)/);
  expect((await run(...map)).text).toBe(text);
});
