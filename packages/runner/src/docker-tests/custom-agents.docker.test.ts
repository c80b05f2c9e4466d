import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { resolveAgent } from '@refbench/agents';
import { scoreOf, TestBed } from '../testkit/test-bed.testkit.ts';
import { agentSubmission } from '../attempt/agent-submission.ts';
import { ScriptedModels } from '../testkit/models.testkit.ts';

const fixtures = fileURLToPath(new URL('../../fixtures', import.meta.url));

let bed: TestBed;
beforeAll(async () => {
  bed = await TestBed.open();
});
afterEach(async () => {
  expect(await bed.leftovers()).toEqual([]);
});
afterAll(() => bed[Symbol.asyncDispose]());

test("CodeTaste's agent directory runs, and the cost that it reports is ignored", async () => {
  await using models = await ScriptedModels.start({
    usage: { input: 1000, output: 100 },
    rules: [{ say: 'Done.' }],
  });
  const published = agentSubmission(await resolveAgent(join(fixtures, 'codetaste-agent')));
  const result = await bed.run('codetaste', [published], { models: models.options });
  const score = scoreOf(result, 'published');
  expect(score).toMatchObject({
    outcome: { kind: 'completed' },
    usage: { requests: 1, input_tokens: 1000, output_tokens: 100, client: null },
  });
  expect(score.usage?.usd).toBeGreaterThan(0);
  const patch = join(result.folder, score.instance, 'published/1/patch.diff');
  expect(await readFile(patch, 'utf8')).toContain('+published');
});

test.each([
  ['missing', undefined],
  // The header of a 32-bit program that this machine cannot run.
  ['foreign', { text: '\u007fELF\u0001\u0001\u0001', mode: 0o755 }],
])('a %s agent is a fault of the set-up, before any call', async (name, file) => {
  const directory = join(bed.folder, name);
  await mkdir(directory);
  await writeFile(
    join(directory, 'agent.yaml'),
    `name: ${name}\nversion: "1"\ncommand: [start]\nmodel: { names: [claude-sonnet-4-5] }\n`,
  );
  if (file !== undefined) await writeFile(join(directory, 'start'), file.text, { mode: file.mode });
  await using models = await ScriptedModels.start({ rules: [{ say: 'Done.' }] });
  const broken = agentSubmission(await resolveAgent(directory));
  const result = await bed.run(name, [broken], { models: models.options });
  expect(scoreOf(result, name)).toMatchObject({
    verdict: 'infra',
    outcome: { kind: 'infra-failed', cause: 'agent-setup' },
  });
  expect(models.server.requests()).toEqual([]);
});

test("the run's spent budget leaves no attempt with a score it does not deserve", async () => {
  await using models = await ScriptedModels.start(
    {
      rules: [
        {
          when: { tools: true },
          shell: 'echo x >> README.md',
          usage: { input: 1000, output: 8_000 },
        },
        { say: 'A title' },
      ],
    },
    { runBudgetUsd: 1 },
  );
  const { stateDir } = bed.workspace;
  const client = await resolveAgent('claude-code', { model: 'claude-sonnet-4-5', stateDir });
  const result = await bed.run('run-budget', [agentSubmission(client)], {
    models: models.options,
  });
  expect(scoreOf(result, 'claude-code')).toMatchObject({
    attempt: 1,
    verdict: 'infra',
    outcome: { kind: 'infra-failed', cause: 'run-budget' },
  });
});
