import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DEFAULT_LIMITS, type RunPlan } from '@refbench/contracts';
import { acquireLock } from '@refbench/base';
import { expect, onTestFinished, test } from 'vitest';
import { attemptViewSchema, type AttemptView } from '../schema/attempt-view.ts';
import { runViewSchema, type RunView } from '../schema/run-view.ts';
import { findAttempt, readAttemptView } from './read-attempt-view.ts';
import { readRunView } from './read-run-view.ts';

const digest = `sha256:${'2e'.repeat(32)}`;
const instance = 'o__r-00000001';
const patch =
  'diff --git a/a.ts b/a.ts\n--- a/a.ts\n+++ b/a.ts\n@@ -1,2 +1,2 @@\n-old()\n+\xff()\n end\n';

const plan: RunPlan = {
  schema: 1,
  run: 'tried',
  created_at: '2026-11-21T10:00:00Z',
  tool: 'refbench/0.1.0',
  track: 'open',
  mode: 'direct',
  agents: [
    { name: 'a', version: '1', digest },
    { name: 'b', version: '1', digest, model: 'm' },
  ],
  instances: [instance],
  limits: { agent: DEFAULT_LIMITS.agent, grade: DEFAULT_LIMITS.grade },
};

const ratio = { additive: 1, reductive: 0.5, total: 0.75 };

const score = {
  schema: 1,
  instance,
  agent: 'a',
  attempt: 1,
  outcome: {
    kind: 'completed',
    oom_seen: false,
  },
  verdict: 'model',
  tests: {
    passed: 1,
    failed: 0,
    skipped: 0,
    total: 1,
    p_min: 1,
    f_max: 0,
  },
  pass: 1,
  ifr: ratio,
  alignment: ratio,
  precision: ratio,
  rules: {
    additive: {
      matched: 1,
      total: 1,
    },
    reductive: {
      unmatched: 1,
      total: 2,
    },
  },
  digests: {
    patch: digest,
    image: digest,
    recipe: digest,
    ruleset: digest,
    baseline: digest,
    tool: 'refbench/0.1.0',
  },
  reasons: {},
};

const record = {
  schema: 1,
  instance,
  agent: 'a',
  attempt: 1,
  outcome: { kind: 'completed', oom_seen: false },
  harvested: { kind: 'none', reason: 'nothing was collected' },
  inputs: { image: digest, prompt: digest, agent: digest },
  usage: { usd: 0.5, requests: 1, input_tokens: 1, output_tokens: 1, client: null },
  started_at: '2026-11-21T10:00:00Z',
  duration_ms: 2000,
  tool: 't',
};

const trajectory = {
  schema_version: 'ATIF-v1.7',
  session_id: 's',
  agent: { name: 'a', version: '1' },
  steps: [
    {
      step_id: 1,
      source: 'agent',
      message: 'x'.repeat(30_000),
      timestamp: '2026-11-21T10:00:01Z',
      tool_calls: [{ tool_call_id: 'c', function_name: 'Bash', arguments: { command: 'npm t' } }],
      observation: { results: [{ source_call_id: 'c', content: '<b>failed</b>' }] },
    },
  ],
};

function sarif(results: readonly object[]): object {
  const driver = {
    name: 'refbench',
    rules: [
      { id: 'old-call', shortDescription: { text: 'old' }, properties: { side: 'reductive' } },
    ],
  };
  return { version: '2.1.0', runs: [{ tool: { driver }, results }] };
}

const gone = {
  ruleId: 'old-call',
  ruleIndex: 0,
  baselineState: 'absent',
  locations: [
    {
      physicalLocation: {
        artifactLocation: { uri: 'a.ts' },
        region: { startLine: 1, endLine: 1 },
      },
    },
  ],
};

/** One scored attempt of agent a; agent b has not started. */
async function runWith(changes: Readonly<Record<string, string | object>> = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'refbench-evidence-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const own = `${instance}/a/1`;
  const files: Record<string, string | object> = {
    'run.json': plan,
    'events.jsonl': '{"kind":"finished","incomplete":0,"at":"2026-11-21T10:01:00Z"}\n',
    [`${own}/attempt.json`]: record,
    [`${own}/score.json`]: score,
    [`${own}/trajectory.json`]: trajectory,
    [`${own}/rules.sarif`]: sarif([gone]),
    ...changes,
  };
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  }
  await writeFile(join(folder, own, 'patch.diff'), Buffer.from(patch, 'latin1'));
  return folder;
}

async function runView(folder: string): Promise<RunView> {
  return runViewSchema.parse(await readRunView(folder, { instancesDir: 'none', resamples: 10 }));
}

async function attemptView(folder: string): Promise<AttemptView> {
  const found = await findAttempt(folder, `${instance}/a/1/1`);
  return attemptViewSchema.parse(await readAttemptView(found));
}

test('a run without its instances still has a view', async () => {
  const view = await runView(await runWith());
  expect(view).toMatchObject({ state: 'finished', planned: 2, done: 1 });
  expect(view.attempts).toMatchObject([{ state: 'scored', counts: true, pass: 1, usd: 0.5 }]);
  expect(view.empty).toMatchObject([{ agent: 'b', state: 'not started' }]);
  expect(view.instances).toMatchObject([{ id: instance, repository: null }]);
});

test('a run goes on while a process holds its lock, and is interrupted if none does', async () => {
  const folder = await runWith({ 'events.jsonl': '', [`${instance}/b/1/prompt.md`]: 'do it' });
  const lock = await acquireLock(join(folder, '.lock'), 'run');
  const going = await runView(folder);
  await lock[Symbol.asyncDispose]();
  const stopped = await runView(folder);
  expect([going.state, stopped.state]).toEqual(['running', 'interrupted']);
  expect(going.attempts[1]).toMatchObject({ agent: 'b', state: 'running', counts: false });
  expect(stopped.attempts[1]).toMatchObject({ agent: 'b', state: 'unfinished' });
  expect(going.headline[0]).toBe('The run goes on: 1 of 2 planned results are there.');
});

test.each(['attempt.json', 'score.json'])(
  'a damaged %s is named, and never counts',
  async (name) => {
    const folder = await runWith({ [`${instance}/a/1/${name}`]: '{"schema": 1' });
    const [row] = (await runView(folder)).attempts;
    expect(row).toMatchObject({ state: 'damaged', counts: false });
    expect(row?.note).toContain(`${name} is damaged`);
    await expect(attemptView(folder)).resolves.toMatchObject({ instance });
  },
);

test('a newer attempt with a damaged score hides the older one', async () => {
  const folder = await runWith();
  const own = join(folder, instance, 'a');
  await cp(join(own, '1'), join(own, '2'), { recursive: true });
  await writeFile(join(own, '2', 'score.json'), 'null');
  const view = await runView(folder);
  expect(view.attempts.map(({ counts }) => counts)).toEqual([false, false]);
});

test('the evidence of an attempt: diff with marks, rules, steps, behaviour', async () => {
  const view = await attemptView(await runWith());
  const [removed, added] = view.diff[0]?.hunks[0]?.lines ?? [];
  expect(removed).toMatchObject({ old: 1, marks: [{ rule: 'old-call', effect: 'removed' }] });
  // Bytes that are not UTF-8 are shown with the replacement character.
  expect(added?.text).toBe('\u{FFFD}()');
  expect(view.rules).toMatchObject([{ before: 1, after: 0, satisfied: true }]);
  expect(view.steps).toMatchObject([{ at: 1, cut: 10_000, calls: [{ input: 'npm t' }] }]);
  expect(view.steps[0]?.calls[0]?.output).toBe('<b>failed</b>');
  expect(view.behaviour?.activities).toMatchObject({ tests: 1, build: 0 });
});

test('matches that were not compared with base, or are none, have no count before', async () => {
  for (const results of [[], [{ ...gone, baselineState: undefined }]]) {
    const folder = await runWith({ [`${instance}/a/1/rules.sarif`]: sarif(results) });
    expect((await attemptView(folder)).rules[0]).toMatchObject({ before: null });
  }
});

test('evidence that is missing or damaged leaves its part empty', async () => {
  const folder = await runWith({
    [`${instance}/a/1/rules.sarif`]: '{',
    [`${instance}/a/1/trajectory.json`]: '[]',
  });
  const view = await attemptView(folder);
  expect(view).toMatchObject({ rules: [], steps: [], behaviour: null, tests: null, logs: [] });
  expect(view.diff).toHaveLength(1);
  expect(view.notKept).toEqual(['rules', 'task']);
});

test('a copy of a run without patches says so', async () => {
  const folder = await runWith({ [`${instance}/a/1/prompt.md`]: 'do it' });
  expect((await attemptView(folder)).notKept).not.toContain('task');
  await rm(join(folder, `${instance}/a/1/patch.diff`));
  expect((await attemptView(folder)).notKept).toContain('patch');
});

test.each(['../../etc/1/1', `${instance}/a/1/9`, ''])('there is no attempt "%s"', async (key) => {
  await expect(findAttempt(await runWith(), key)).rejects.toThrow('has no attempt');
});
