import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { resolveAgent } from '@refbench/agents';
import {
  attemptRecordSchema,
  trajectorySchema,
  type AttemptRecord,
  type Score,
} from '@refbench/contracts';
import { readJournal, readJsonFile } from '@refbench/base';
import { usageRecordSchema } from '@refbench/models';
import { SECCOMP_DIGEST } from '@refbench/sandbox';
import { smallRefactoring } from '@refbench/test-helpers';
import { scoreOf, TestBed } from '../testkit/test-bed.testkit.ts';
import { agentSubmission } from '../attempt/agent-submission.ts';
import type { Submission } from '../submission/submission.ts';
import type { RunResult } from '../run/run-result.ts';
import {
  CANARY_KEY,
  CLIENT_MODELS,
  editing,
  ScriptedModels,
  SKIPPED_CLIENTS,
  TESTED_CLIENTS,
  type ClientName,
} from '../testkit/models.testkit.ts';

const fixtures = fileURLToPath(new URL('../../fixtures', import.meta.url));

let bed: TestBed;
beforeAll(async () => {
  bed = await TestBed.openSmall();
  // Here, and not within the time of a test: on a new machine it fetches some hundred megabytes.
  for (const name of TESTED_CLIENTS)
    await (await client(name)).install?.(new AbortController().signal);
}, 900_000);
afterEach(async () => {
  expect(await bed.leftovers()).toEqual([]);
});
afterAll(() => bed[Symbol.asyncDispose]());

async function client(name: ClientName, model: string = CLIENT_MODELS[name]): Promise<Submission> {
  const { stateDir } = bed.workspace;
  return agentSubmission(await resolveAgent(name, { model, stateDir }));
}

/** The folder of an attempt on the one instance of a run. */
async function attemptFolder(result: RunResult, agent: string, attempt = 1): Promise<string> {
  const names = await readdir(result.folder);
  const instance = names.find((name) => name.includes('__')) ?? '';
  return join(result.folder, instance, agent, String(attempt));
}

async function recordOf(result: RunResult, agent: string, attempt = 1): Promise<AttemptRecord> {
  const path = join(await attemptFolder(result, agent, attempt), 'attempt.json');
  const file = await readJsonFile(path, attemptRecordSchema);
  if (file.kind !== 'valid') throw new Error(`${path}: ${file.kind}`);
  return file.value;
}

/** Every byte that a run left on the host. */
async function everything(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = await Promise.all(
    files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1')),
  );
  return texts.join('\n');
}

/** What an edit deserves; who made it does not matter. */
function figures({ pass, ifr, alignment, precision, tests, digests }: Score): object {
  return { pass, ifr, alignment, precision, tests, patch: digests.patch };
}

/** Some clients refuse a command line in which they find a substitution, be it within quotes. */
function piped(script: string): string {
  return `echo ${Buffer.from(script).toString('base64')} | base64 -d | sh`;
}

// oxlint-disable-next-line vitest/expect-expect -- it only counts what is skipped
test.for(SKIPPED_CLIENTS)('%s', (_, { skip }) => skip('only with scripts/test --all'));

test('a real client that makes an edit over several files gets the score of that edit', async () => {
  const edit = smallRefactoring(['plus', 'most']);
  await using models = await ScriptedModels.start(editing(piped(edit)));
  const script = await bed.script('script', edit);
  const submissions = await Promise.all(TESTED_CLIENTS.map((name) => client(name)));
  const result = await bed.run('clients', [script, ...submissions], { models: models.options });
  expect(result.incomplete).toEqual([]);
  const deserved = scoreOf(result, 'script');
  expect(deserved.ifr.total).toBeGreaterThan(0);
  for (const name of TESTED_CLIENTS) {
    const score = scoreOf(result, name);
    expect(score.outcome, name).toEqual({ kind: 'completed', oom_seen: false });
    expect({ name, ...figures(score) }).toEqual({ name, ...figures(deserved) });
    const folder = await attemptFolder(result, name);
    const trajectory = await readJsonFile(join(folder, 'trajectory.json'), trajectorySchema);
    expect(trajectory, name).toMatchObject({
      kind: 'valid',
      value: { agent: { name, model_name: CLIENT_MODELS[name] } },
    });
    // Client and gateway count alike, and the ledger's line a call adds up to the record.
    const record = await recordOf(result, name);
    expect(record.warnings, name).toEqual([]);
    const { events } = await readJournal(join(folder, 'usage.jsonl'), usageRecordSchema);
    const paid = events.reduce((sum, event) => sum + event.usd, 0);
    expect(record.usage?.usd, name).toBeCloseTo(paid, 9);
    expect(paid, name).toBeGreaterThan(0);
    expect(record.inputs, name).toMatchObject({
      seccomp: SECCOMP_DIGEST,
      prices: models.options.prices.digest,
    });
  }
  expect(await everything(result.folder)).not.toContain(CANARY_KEY);
  // The provider did get the key, and never a token.
  for (const { headers } of models.server.requests()) {
    expect(JSON.stringify(headers)).toContain(CANARY_KEY);
  }
}, 900_000);

test('an agent that pries finds no key, no network and no way out, and harms only itself', async () => {
  process.env['REFBENCH_TEST_CANARY'] = CANARY_KEY;
  await using models = await ScriptedModels.start({ rules: [{ say: 'Done.' }] });
  const prying = agentSubmission(await resolveAgent(join(fixtures, 'prying-agent')));
  const after = await client('claude-code');
  const result = await bed.run('prying', [prying, after], { models: models.options });
  delete process.env['REFBENCH_TEST_CANARY'];
  const log = await readFile(join(await attemptFolder(result, 'prying'), 'agent.log'), 'utf8');
  expect(await everything(result.folder)).not.toContain(CANARY_KEY);
  const found = (heading: string): readonly string[] => {
    const from = log.split('\n').slice(log.split('\n').indexOf(`== ${heading}`) + 1);
    const end = from.findIndex((line) => line.startsWith('== '));
    return from.slice(0, end === -1 ? undefined : end).filter((line) => line !== '');
  };
  expect(log).toContain('== interfaces: lo \n');
  expect(found('keys in files')).toEqual([]);
  // Shared memory and message queues are memory of the container, and end with it.
  expect([...found('folders that can be written')].sort()).toEqual(
    ['/dev/mqueue', '/dev/shm', '/home/bench', '/testbed', '/tmp', '/var/tmp'].map(
      (path) => `mount ${path}`,
    ),
  );
  expect(found('writes')).toEqual(['the socket stays']);
  const network = found('network and gateway');
  expect(network.filter((line) => /REACHED|FOUND|timeout/.test(line))).toEqual([]);
  expect(network).toEqual(
    expect.arrayContaining([
      'without a token: 403',
      'with another token: 403',
      'another path: 404',
      "after the forwarder's end: ECONNREFUSED",
      'the socket itself: 200',
      'after the flood: 200',
    ]),
  );
  const stayed = Number(/connections that stay open: (\d+)/.exec(log)?.[1]);
  expect(stayed).toBeLessThan(600);
  expect(scoreOf(result, 'prying').outcome.kind).toBe('completed');
  expect(scoreOf(result, 'claude-code').outcome.kind).toBe('completed');
});

test('a spent budget ends the attempt, and the work so far is scored', async () => {
  const edit = 'echo "// one" >> src/index.ts';
  await using models = await ScriptedModels.start(
    {
      rules: [
        { when: { tools: true }, shell: edit, usage: { input: 1000, output: 8_000 } },
        { say: 'A title' },
      ],
    },
    { budgetUsd: 1 },
  );
  const result = await bed.run('budget', [await client('claude-code'), await client('codex')], {
    models: models.options,
  });
  for (const name of ['claude-code', 'codex']) {
    const { outcome, usage, harvested } = await recordOf(result, name);
    expect(outcome, name).toMatchObject({ kind: 'budget-exceeded', budget_usd: 1 });
    expect(usage?.usd, name).toBeGreaterThan(0.2);
    expect(usage?.usd, name).toBeLessThanOrEqual(1);
    expect(harvested, name).toMatchObject({ kind: 'patch', changed_files: 1 });
    expect(scoreOf(result, name).verdict).toBe('model');
  }
});

test('a provider that rejects the key gives no score', async () => {
  await using models = await ScriptedModels.start({ rules: [{ fault: { status: 401 } }] });
  const result = await bed.run('provider', [await client('codex')], { models: models.options });
  expect(scoreOf(result, 'codex')).toMatchObject({
    verdict: 'infra',
    pass: null,
    outcome: { kind: 'infra-failed', cause: 'provider' },
  });
  expect(result.incomplete).toMatchObject([{ agent: 'codex', kind: 'infra-incomplete' }]);
});

test('a price or a key that is missing ends the command before anything is tried', async () => {
  await using models = await ScriptedModels.start(editing('true'));
  const unpriced = await client('codex', 'nobody-sells-this');
  await expect(bed.run('unpriced', [unpriced], { models: models.options })).rejects.toMatchObject({
    kind: 'usage',
    message: expect.stringContaining('nobody') as string,
  });
  const { openai: _, ...upstreams } = models.options.upstreams;
  await expect(
    bed.run('keyless', [await client('codex')], { models: { ...models.options, upstreams } }),
  ).rejects.toMatchObject({ kind: 'usage', hint: expect.stringContaining('OPENAI') as string });
  expect(
    bed.events.filter((event) => event.kind === 'planned' && /less|priced/.test(event.run)),
  ).toEqual([]);
  expect(models.server.requests()).toEqual([]);
});
