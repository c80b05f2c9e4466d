import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { resolveAgent } from '@refbench/agents';
import { attemptRecordSchema } from '@refbench/contracts';
import { readJsonFile } from '@refbench/base';
import { modelClient } from '@refbench/models';
import type { ServerScript } from '@refbench/models/scripted-provider';
import { scoreOf, TestBed } from '../testkit/test-bed.testkit.ts';
import { agentSubmission } from '../attempt/agent-submission.ts';
import type { Submission } from '../submission/submission.ts';
import {
  CLIENT_MODELS,
  ScriptedModels,
  TESTED_CLIENTS,
  type ClientName,
} from '../testkit/models.testkit.ts';
import { modelJudge, type Judge } from '../submission/judge.ts';

const JUDGE_MODEL = 'claude-haiku-4-5';

/** At most one client of each protocol. */
const PLANNERS = TESTED_CLIENTS.filter((name) => name !== 'opencode');

let bed: TestBed;
beforeAll(async () => {
  bed = await TestBed.openSmall();
});
afterEach(async () => {
  expect(await bed.leftovers()).toEqual([]);
});
afterAll(() => bed[Symbol.asyncDispose]());

/** Plans by the client's own tool, one or five; then makes the file that the plan names. */
function planning(...judgements: ServerScript['rules']): ServerScript {
  const write = (file: string, path: string): string =>
    `printf '# Make a file\n\ncreate: ${file}\n' >${path}`;
  const five = [0, 1, 2, 3, 4].map((index) =>
    write(`file-${index}.txt`, `/output/refactoring_plans/refactoring_plan${index}.md`),
  );
  return {
    usage: { input: 2000, output: 300 },
    rules: [
      ...judgements.map((rule) => ({ ...rule, when: { model: JUDGE_MODEL } })),
      {
        when: { tools: true, results: 0, prompt: '/output/refactoring_plan.md' },
        shell: write('single.txt', '/output/refactoring_plan.md'),
      },
      {
        when: { tools: true, results: 0, prompt: '/output/refactoring_plans/' },
        shell: ['mkdir -p /output/refactoring_plans', ...five].join(' && '),
      },
      {
        when: { tools: true, results: 0, prompt: 'create: ' },
        // Without a substitution, which some clients refuse.
        shell: `sed -n 's/^create: //p' /task/prompt.md | xargs -I NAME sh -c 'echo made >NAME'`,
      },
      { when: { tools: true }, say: 'Done.' },
      { say: 'A title' },
    ],
  };
}

async function client(name: ClientName): Promise<Submission> {
  const { stateDir } = bed.workspace;
  return agentSubmission(await resolveAgent(name, { model: CLIENT_MODELS[name], stateDir }));
}

function judgeBehind(models: ScriptedModels): Judge {
  const { prices } = models.options;
  return modelJudge(
    { model: JUDGE_MODEL, asks: JUDGE_MODEL, provider: 'anthropic' },
    (upstream = { baseUrl: models.server.url, apiKey: 'unused' }) =>
      modelClient({ provider: 'anthropic', model: JUDGE_MODEL, prices, ...upstream }),
  );
}

test('plan: real clients write a plan, and fresh ones carry it out', async () => {
  await using models = await ScriptedModels.start(planning());
  const clients = await Promise.all(PLANNERS.map((name) => client(name)));
  const result = await bed.run('client-plan', clients, { models: models.options, mode: 'plan' });
  expect(result.incomplete).toEqual([]);
  for (const name of PLANNERS) {
    const score = scoreOf(result, name);
    expect(score, name).toMatchObject({ outcome: { kind: 'completed' }, pass: 1 });
    const folder = join(result.folder, score.instance, name, '1');
    expect(await readFile(join(folder, 'patch.diff'), 'utf8')).toContain('+++ b/single.txt');
    const record = await readJsonFile(join(folder, 'attempt.json'), attemptRecordSchema);
    if (record.kind !== 'valid') throw new Error(JSON.stringify(record));
    const { phases = [], usage } = record.value;
    const paid = phases.map((phase) => phase.usage?.usd ?? 0);
    expect(paid.every((usd) => usd > 0)).toBe(true);
    expect(usage?.usd).toBeCloseTo(
      paid.reduce((sum, usd) => sum + usd, 0),
      9,
    );
  }
}, 1_800_000);

test('multiplan: the judge asks again after an unusable answer, and its plan is carried out', async () => {
  await using models = await ScriptedModels.start(
    planning(
      { times: 1, say: 'SELECTED: [1]' },
      { times: 1, answer: { choice: 7, reasoning: 'out of range' } },
      { answer: { choice: 3, reasoning: 'it covers most' } },
    ),
  );
  const result = await bed.run('client-multiplan', [await client('claude-code')], {
    models: models.options,
    mode: 'multiplan',
    judge: judgeBehind(models),
  });
  const score = scoreOf(result, 'claude-code');
  const folder = join(result.folder, score.instance, 'claude-code', '1');
  expect(await readFile(join(folder, 'patch.diff'), 'utf8')).toContain('+++ b/file-3.txt');
  const record = await readJsonFile(join(folder, 'attempt.json'), attemptRecordSchema);
  const [, judged] = record.kind === 'valid' ? (record.value.phases ?? []) : [];
  expect(judged).toMatchObject({ phase: 'judge', choice: 3, reasoning: 'it covers most' });
  const ledger = await readFile(join(result.folder, 'ledger.jsonl'), 'utf8');
  expect(ledger).toContain('/judge"');
});

test('a judge that never chooses gives no score, and the plans are made only once', async () => {
  await using models = await ScriptedModels.start(planning({ say: 'Plan 2, I think.' }));
  const result = await bed.run('client-no-choice', [await client('claude-code')], {
    models: models.options,
    mode: 'multiplan',
    judge: judgeBehind(models),
  });
  const score = scoreOf(result, 'claude-code');
  expect(score).toMatchObject({
    attempt: 3,
    verdict: 'infra',
    outcome: { kind: 'infra-failed', cause: 'judge' },
  });
  const folder = join(result.folder, score.instance, 'claude-code/3');
  expect(await readFile(join(folder, 'phases/plan/plan-2.md'), 'utf8')).toContain('file-2.txt');
  const record = await readJsonFile(join(folder, 'attempt.json'), attemptRecordSchema);
  expect(record).toMatchObject({ kind: 'valid', value: { phases: [{ adopted_from: 1 }, {}] } });
});
