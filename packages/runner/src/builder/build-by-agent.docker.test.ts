import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { resolveAgent, type Agent } from '@refbench/agents';
import { DEFAULT_LIMITS } from '@refbench/contracts';
import { readImageDefinitions, resolveBuildNetwork } from '@refbench/env-builder';
import { connectEngine, type Engine } from '@refbench/sandbox';
import { testState, type TemporaryFolder } from '@refbench/test-helpers';
import { removeEnvironments } from '../testkit/fixture-instance.testkit.ts';
import type { CatalogEntry } from '@refbench/instances';
import type { ModelOptions } from '../submission/model-service.ts';
import { CANARY_KEY, CLIENT_MODELS, ScriptedModels } from '../testkit/models.testkit.ts';
import { loadPrompts } from '../modes/load-prompts.ts';
import type { Workspace } from '@refbench/workspace';
import { buildByAgent, type AgentBuild } from './build-by-agent.ts';
import { instanceWithoutEnvironment } from './builder.testkit.ts';

const RUN = 'builder-test';

let engine: Engine;
let state: TemporaryFolder;
let folder: string;
let workspace: Workspace;
let entry: CatalogEntry;
beforeAll(async () => {
  state = await testState();
  engine = await connectEngine({ stateDir: state.path });
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refbench-builder-'));
  ({ workspace, entry } = await instanceWithoutEnvironment(folder, state.path));
});
afterEach(async () => {
  await removeEnvironments(engine, workspace);
  expect(await engine.sweep({ run: RUN, dryRun: true })).toEqual({
    containers: [],
    volumes: [],
    loopFiles: [],
  });
  await rm(folder, { recursive: true, force: true });
});
afterAll(async () => {
  await engine[Symbol.asyncDispose]();
  await state[Symbol.asyncDispose]();
});

interface BuildOptions {
  readonly models?: ModelOptions;
  readonly wallClockMs?: number;
}

async function build(agent: Agent, options: BuildOptions = {}): Promise<AgentBuild | undefined> {
  return await buildByAgent({
    workspace,
    engine,
    entry,
    agent,
    build: {
      stateDir: workspace.stateDir,
      network: await resolveBuildNetwork(),
      definitions: await readImageDefinitions(),
    },
    limits: DEFAULT_LIMITS.grade,
    prompts: await loadPrompts(),
    run: RUN,
    folder: join(folder, 'evidence'),
    signal: new AbortController().signal,
    onProgress: () => undefined,
    ...options,
  });
}

/** An agent directory whose program is this shell script. */
async function scripted(script: string): Promise<Agent> {
  const directory = join(folder, 'agent');
  await mkdir(directory);
  const yaml = 'name: scripted\nversion: "1"\ncommand: [bash, /opt/agent/work.sh]\n';
  await writeFile(join(directory, 'agent.yaml'), yaml);
  await writeFile(join(directory, 'work.sh'), script);
  return await resolveAgent(directory);
}

async function evidence(name: string): Promise<string> {
  return await readFile(join(folder, 'evidence', name), 'utf8');
}

async function beside(name: string): Promise<string | undefined> {
  return await readFile(join(entry.dir, name), 'utf8').catch(() => undefined);
}

/** Asks until there is a verdict; without a substitution, which some clients refuse. */
const CHECK = 'while check-environment; [ $? = 75 ]; do :; done';

const BREAK = `mv /scripts/count_tests /scripts/kept
printf '#!/bin/bash\\necho nonsense\\n' >/scripts/count_tests; chmod 755 /scripts/count_tests`;

const FIX = 'mv /scripts/kept /scripts/count_tests';

const SUMMARISE = "echo 'Tests of node, as package.json says.' >/scripts/SUMMARY.md";

test('an agent whose first scripts are refused reads why, fixes them, and is admitted', async () => {
  const agent = await scripted(`
    id -u; git branch --list; git show golden:index.js; as-bench id -u
    ls /scripts; ${BREAK}
    ${CHECK}; echo "first: done"
    ${FIX}; ${CHECK}; echo "second: $(check-environment | head -1)"
    ${SUMMARISE}
  `);
  const result = await build(agent);
  expect(result).toMatchObject({ kind: 'admitted', candidates: 2, agent: { kind: 'completed' } });
  const runs = result?.kind === 'admitted' ? result.check.observation.runs : [];
  expect(runs.map(({ state, run }) => [state, run.kind === 'counted' && run.counts.total])).toEqual(
    [
      ['base', 12],
      ['golden', 15],
      ['base', 12],
      ['golden', 15],
    ],
  );
  const log = await evidence('agent.log');
  expect(log).toMatch(/^0\n\* base\n {2}golden\n2; \/\/ what.*\n10001\n/m);
  expect(log).toMatch(/NOT ADMITTED\n(.*\n)*- the suite on base produced no counts/);
  expect(log).toContain('second: ADMITTED');
  expect(await beside('environment/test_command')).toContain('node --test');
  expect(await beside('SUMMARY.md')).toContain('Tests of node');
  expect(await beside('instance.yaml')).toContain('base_image: node-22');
  expect(await beside('environment/kept')).toBeUndefined();
}, 1_800_000);

test('a real client is also admitted, with the gateway and a network, but without a key', async () => {
  await using models = await ScriptedModels.start({
    usage: { input: 1000, output: 100 },
    rules: [
      { when: { tools: true, results: 0 }, shell: `env; ${BREAK}; ${CHECK}` },
      { when: { tools: true, results: 1 }, shell: `${FIX}; ${CHECK}; ${SUMMARISE}` },
      { when: { tools: true }, say: 'Done.' },
      { say: 'A title' },
    ],
  });
  const model = CLIENT_MODELS['claude-code'];
  const agent = await resolveAgent('claude-code', { model, stateDir: workspace.stateDir });
  const result = await build(agent, { models: { ...models.options, budgetUsd: 5 } });
  expect(result).toMatchObject({ kind: 'admitted', agent: { kind: 'completed' } });
  expect(result?.usage?.usd).toBeGreaterThan(0);
  expect(await beside('SUMMARY.md')).toContain('Tests of node');
  const asked = models.server.requests().map(({ body }) => body);
  expect(asked.some((body) => body.includes('NOT ADMITTED'))).toBe(true);
  const names = await readdir(join(folder, 'evidence'));
  expect(names).toEqual(
    expect.arrayContaining(['agent.log', 'ledger.jsonl', 'trajectory.json', 'usage.jsonl']),
  );
  const texts = await Promise.all(
    names.filter((name) => name !== 'scripts').map((name) => evidence(name)),
  );
  expect([...texts, ...asked].join('\n')).not.toContain(CANARY_KEY);
}, 1_800_000);

test.each([
  ['without a summary', 'true', 'invalid-scripts', ['SUMMARY.md is missing']],
  [
    'with a script less, and settings that are off',
    `${SUMMARISE}; rm /scripts/run_tests; echo 'base_image: no-such' >/scripts/recipe.yaml`,
    'invalid-scripts',
    ['run_tests is missing', expect.stringContaining('unknown base image "no-such"') as string],
  ],
  [
    'with a link out of the folder',
    `${SUMMARISE}; ln -s /etc/passwd /scripts/stolen`,
    'invalid-scripts',
    ['stolen is of type symlink; only regular files are accepted'],
  ],
])('scripts %s are refused, and nothing is written', async (_name, script, kind, reasons) => {
  const result = await build(await scripted(script));
  expect(result).toMatchObject({ kind, reasons, agent: { kind: 'completed' } });
  expect(await beside('SUMMARY.md')).toBeUndefined();
  expect(await beside('environment/setup_shell.sh')).toBeUndefined();
});

test('exceeding the time limit is the reason, unless the scripts are valid', async () => {
  const late = await build(await scripted('sleep 600'), { wallClockMs: 5_000 });
  expect(late).toMatchObject({
    kind: 'out-of-time',
    limitMs: 5_000,
    reasons: ['SUMMARY.md is missing'],
  });
});

test('a spent budget is the reason', async () => {
  await using models = await ScriptedModels.start({
    rules: [
      { when: { tools: true }, shell: 'echo on', usage: { input: 1000, output: 8_000 } },
      { say: 'A title' },
    ],
  });
  const model = CLIENT_MODELS['claude-code'];
  const agent = await resolveAgent('claude-code', { model, stateDir: workspace.stateDir });
  const result = await build(agent, { models: { ...models.options, budgetUsd: 1 } });
  expect(result).toMatchObject({ kind: 'out-of-budget', budgetUsd: 1 });
  expect(result?.kind === 'out-of-budget' && result.spentUsd <= 1).toBe(true);
});

test('scripts that fail the validation are rejected with its reasons', async () => {
  const few = `cat >/scripts/count_tests <<'END'
#!/bin/bash
echo '{"passed":3,"failed":0,"skipped":0,"total":3}'
END`;
  const result = await build(await scripted(`${few}\n${SUMMARISE}`));
  expect(result).toMatchObject({ kind: 'rejected' });
  const reasons = result?.kind === 'rejected' ? result.reasons.map(({ what }) => what) : [];
  expect(reasons).toContain('3 tests on base; at least 10 are needed');
  expect(await evidence('verdict.txt')).toContain('NOT ADMITTED');
}, 1_800_000);

test('scripts with a line of golden are rejected, although golden is readable', async () => {
  const leak = 'echo "# $(git show golden:index.js)" >>/scripts/setup_shell.sh';
  const result = await build(await scripted(`${leak}; ${SUMMARISE}`));
  expect(result).toMatchObject({ kind: 'rejected', check: undefined });
  const [reason] = result?.kind === 'rejected' ? result.reasons : [];
  expect(reason?.what).toContain('what only the second commit says of itself');
  expect(await beside('environment/setup_shell.sh')).toBeUndefined();
});
