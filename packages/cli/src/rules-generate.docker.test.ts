import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ensureRipgrep } from '@refbench/agents';
import { ensureBaseImage, readImageDefinitions, resolveBuildNetwork } from '@refbench/env-builder';
import {
  startModelServer,
  type ModelServer,
  type ScriptRule,
} from '@refbench/models/scripted-provider';
import { containerExplorer } from '@refbench/rule-mining';
import { connectEngine } from '@refbench/sandbox';
import { expect, onTestFinished, test } from 'vitest';
import { RULE_OUTPUTS } from './command-line/outputs/rule-outputs.ts';
import {
  commandState,
  leftBehind,
  refbench,
  temporaryFolder,
  type CommandResult,
} from './command.testkit.ts';

const root = resolve(import.meta.dirname, '../../..');
const { stateDir } = await commandState();
const TALLY = 'refbench__tally-6637120b';
const REPOSITORY = join(root, 'instances', TALLY, 'repository');

const ask = (name: string, input: object): Pick<ScriptRule, 'tool'> => ({ tool: { name, input } });
const explore = (command: string): Pick<ScriptRule, 'tool'> => ask('explore', { command });

const OLD = `id: positional-post
language: TypeScript
message: An entry is posted by position.
rule: { pattern: '$JOURNAL.post($DATE, $DESCRIPTION, $POSTINGS)' }
`;
const ABSENT = `id: absent
language: TypeScript
rule: { pattern: 'nobodyCallsThis($A)' }
`;
const BROKEN = `id: broken
language: TypeScript
rule: { kind: nothing }
`;
/** Base has one such loop, golden twelve. */
const LEAKING = `id: pair-loop
language: TypeScript
rule: { kind: for_in_statement, has: { field: left, kind: array_pattern } }
`;
const REPAIRED = `id: pair-loop
language: TypeScript
message: A loop takes the index and the item of each pair.
rule: { pattern: 'for (const [$INDEX, $ITEM] of $LIST) { $$$BODY }' }
`;
const TAINT = `rules:
  - id: unchecked-result
    languages: [ts]
    severity: INFO
    message: A result of parsing is used.
    mode: taint
    pattern-sources: [{ pattern: parseCsv(...) }]
    pattern-sinks: [{ pattern: assert.equal(...) }]
  - id: record-entry
    languages: [ts]
    severity: INFO
    message: An entry is recorded by name.
    pattern: '$JOURNAL.record({...})'
`;

const ANSWERS: readonly ScriptRule[] = [
  explore('ls -la'),
  explore('cat ../golden.patch'),
  explore('git show golden:src/index.ts'),
  explore('ls > written'),
  explore('find . -name package.json -delete'),
  explore("rg -n '\\.post\\(' src test | head -n 4"),
  ask('register', { side: 'reductive', rules: [OLD, ABSENT, BROKEN].join('---\n') }),
  ask('register', { side: 'additive', rules: LEAKING }),
  ask('register', { side: 'additive', rules: REPAIRED }),
  ask('register', { side: 'additive', rules: TAINT }),
  ask('finish', { summary: 'Entries and loops.' }),
];

const inOrder = (answers: readonly ScriptRule[]): readonly ScriptRule[] =>
  answers.map((answer, results) => ({ ...answer, when: { results } }));

interface Options {
  readonly args?: readonly string[];
  readonly kill?: (line: string) => boolean;
}

async function generate(
  folder: string,
  server: ModelServer,
  { args = [], kill = () => false }: Options = {},
): Promise<CommandResult> {
  const places = ['--to', join(folder, 'rules'), '--transcript', join(folder, 'transcript')];
  const model = ['--model', 'claude-sonnet-4-6', '--json'];
  return await refbench(['rules', 'generate', TALLY, ...model, ...places, ...args], {
    env: { ANTHROPIC_API_KEY: 'none', ANTHROPIC_BASE_URL: server.url },
    onErrorLine: (line) => (kill(line) ? 'SIGKILL' : undefined),
  });
}

/** All texts of the requests, as the model reads them. */
function textsOf(server: ModelServer): string {
  const texts = (value: unknown): readonly string[] => {
    if (typeof value === 'string') return [value];
    if (typeof value !== 'object' || value === null) return [];
    return Object.values(value).flatMap(texts);
  };
  return server
    .requests()
    .flatMap(({ body }) => texts(JSON.parse(body)))
    .join('\n');
}

/** The lines that only golden has, and that are long enough to be recognised. */
async function goldenLines(): Promise<readonly string[]> {
  const lines = (await readFile(join(REPOSITORY, 'golden.patch'), 'utf8')).split('\n');
  const of = (sign: string): readonly string[] =>
    lines.filter((line) => line.startsWith(sign)).map((line) => line.slice(1).trim());
  const removed = new Set(of('-'));
  return of('+').filter((line) => line.length >= 25 && !removed.has(line));
}

/** How many requests had this number of results before them. */
function requestsWith(server: ModelServer, results: number): number {
  return server
    .requests()
    .filter(({ body }) => body.split('"type":"tool_result"').length - 1 === results).length;
}

async function nothingIsLeft(): Promise<void> {
  expect(await leftBehind()).toEqual([]);
}

test('a model explores, is refused, repairs a leaking rule, and survives kill -9', async () => {
  await using folder = await temporaryFolder();
  await using server = await startModelServer({
    script: { usage: { input: 1_000, output: 100 }, rules: inOrder(ANSWERS) },
  });
  for (const turn of [6, 8]) {
    const killed = await generate(folder.path, server, {
      kill: (line) => line.includes(`turn ${turn} `),
    });
    expect(killed.code).toBeNull();
  }
  const { code, stdout, stderr } = await generate(folder.path, server);
  expect(code, stderr).toBe(0);
  const result = RULE_OUTPUTS['rule-generation'].schema.parse(JSON.parse(stdout));
  expect(result).toMatchObject({
    instance: TALLY,
    end: 'finished',
    turns: ANSWERS.length,
    rules: [
      { id: 'positional-post', side: 'reductive' },
      { id: 'pair-loop', side: 'additive' },
      { id: 'record-entry', side: 'additive' },
    ],
  });
  expect((await readdir(join(folder.path, 'rules/additive'))).sort()).toEqual([
    'pair-loop.yml',
    'record-entry.yml',
  ]);
  // No turn that was finished before a kill was asked again. The one in flight may have been.
  for (const results of [0, 1, 2, 3, 4, 5, 7, 9, 10]) {
    expect(requestsWith(server, results), String(results)).toBe(1);
  }
  const read = textsOf(server);
  expect(read).toContain('package.json');
  expect(read).toContain('Refused: "../golden.patch" is outside of the tree');
  expect(read).toContain('Refused: "git" is not available');
  expect(read).toContain('Refused: redirections are not available');
  expect(read).toContain('Refused: "find -delete" is not available');
  expect(read).toMatch(/^(?:src|test)\/.*\.post\(/m);
  expect(read).toContain('refused (no-match)  absent  base 0 golden 0');
  expect(read).toMatch(/refused \(invalid\) {2}broken .*Kind `nothing` is invalid/);
  expect(read).toContain('for example on base, test/util/rounding.test.ts:20:');
  const shown = goldenLines().then((lines) => lines.filter((line) => read.includes(line)));
  expect(await shown).toEqual([]);
  // What is finished costs nothing again.
  const asked = server.requests().length;
  expect((await generate(folder.path, server)).code).toBe(0);
  expect(server.requests()).toHaveLength(asked);
  const other = await generate(folder.path, server, { args: ['--model', 'claude-haiku-4-5'] });
  expect(other).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('these differ: model') as string,
  });
  await nothingIsLeft();
});

test('a start from mined rules whose budget is spent keeps what was registered, and a larger one continues', async () => {
  await using folder = await temporaryFolder();
  await using server = await startModelServer({
    script: {
      usage: { input: 1_000, output: 4_000 },
      rules: [
        {
          ...ask('register', { side: 'reductive', rules: OLD }),
          when: { results: 0 },
        },
        { ...ask('finish', { summary: 'Enough.' }), when: { results: 6 } },
        explore('ls src'),
      ],
    },
  });
  const poor = await generate(folder.path, server, {
    args: ['--from-mined', '--budget', '0.5'],
  });
  expect(poor.code, poor.stderr).toBe(0);
  const spent = RULE_OUTPUTS['rule-generation'].schema.parse(JSON.parse(poor.stdout)) as {
    readonly usd: number;
  };
  expect(spent).toMatchObject({ end: 'budget', rules: [{ id: 'positional-post' }] });
  expect(spent.usd).toBeGreaterThan(0);
  expect(spent.usd).toBeLessThanOrEqual(0.5);
  expect(await readdir(join(folder.path, 'rules/reductive'))).toEqual(['positional-post.yml']);
  const rich = await generate(folder.path, server, { args: ['--from-mined'] });
  expect(JSON.parse(rich.stdout)).toMatchObject({ end: 'finished', turns: 7 });
  // The call that an old rule describes, and the one that takes its place.
  expect(textsOf(server)).toMatch(
    /Proposed additive rules:[^]*\.record\([^]*Proposed reductive rules:[^]*\.post\(/,
  );
  await nothingIsLeft();
});

/** Writes an agent directory whose program is this shell script. */
async function agentDirectory(folder: string, script: string): Promise<string> {
  const directory = join(folder, 'agent');
  await mkdir(directory);
  const yaml = 'name: scripted\nversion: "1"\ncommand: [bash, /opt/agent/work.sh]\n';
  await writeFile(join(directory, 'agent.yaml'), yaml);
  await writeFile(join(directory, 'work.sh'), script);
  return directory;
}

/** Prints its two lines at once, so that no line of another stream can come between them. */
const IDENTITY = 'echo "$(id -u; ls /sys/class/net)"';

const registering = (side: string, rules: string): string =>
  `register-rules ${side} - <<'END'\n${rules}END\n`;

test('an agent in a container registers rules with commands, and is not asked again', async () => {
  await using folder = await temporaryFolder();
  const agent = await agentDirectory(
    folder.path,
    `${IDENTITY}; touch x; rg -c 'post\\(' src | head -n 1
grep -q 'Named options' "$REFBENCH_PROMPT_FILE" && echo has the task
grep -q 'Proposed additive rules' "$REFBENCH_PROMPT_FILE" && echo has the candidates
ls /testbed/.git /given /golden.patch
${registering('reductive', OLD)}${registering('additive', LEAKING)}${registering('additive', REPAIRED)}
finish-rules 'entries and loops'; ${registering('additive', TAINT)}exit 0\n`,
  );
  const places = ['--to', join(folder.path, 'rules'), '--transcript', join(folder.path, 'kept')];
  const args = ['rules', 'generate', TALLY, '--agent', agent, '--from-mined', '--json', ...places];
  const first = await refbench(args);
  expect(first.code, first.stderr).toBe(0);
  expect(JSON.parse(first.stdout)).toMatchObject({
    end: 'finished',
    rules: [
      {
        id: 'positional-post',
        side: 'reductive',
      },
      {
        id: 'pair-loop',
        side: 'additive',
      },
    ],
    turns: 4,
    usd: 0,
  });
  const log = await readFile(join(folder.path, 'kept/agent.log'), 'utf8');
  expect(log).toContain('10001\nlo\n');
  expect(log).toContain('Read-only file system');
  expect(log).toContain('has the task');
  expect(log).toContain('has the candidates');
  for (const absent of ['/testbed/.git', '/given', '/golden.patch']) {
    expect(log).toContain(`cannot access '${absent}'`);
  }
  expect(log).toContain('for example on base, test/util/rounding.test.ts:20:');
  expect(log).toContain('The work has ended.');
  const again = await refbench(args);
  expect(JSON.parse(again.stdout)).toMatchObject({ end: 'finished', turns: 4 });
  await nothingIsLeft();
});

test('a published client writes rules through the gateway, without a key', async () => {
  await using folder = await temporaryFolder();
  const key = 'sk-this-key-stays-on-the-host';
  await using server = await startModelServer({
    script: {
      usage: { input: 1_000, output: 100 },
      rules: [
        {
          when: { tools: true, results: 0 },
          shell: `env; ${registering('reductive', OLD)}`,
        },
        { when: { tools: true, results: 1 }, shell: "finish-rules 'entries'" },
        { when: { tools: true }, say: 'Done.' },
        { say: 'A title' },
      ],
    },
  });
  const places = ['--to', join(folder.path, 'rules'), '--transcript', join(folder.path, 'kept')];
  const client = ['--agent', 'claude-code', '--model', 'claude-sonnet-4-5'];
  const { code, stdout, stderr } = await refbench(
    ['rules', 'generate', TALLY, ...client, '--json', ...places],
    { env: { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: server.url } },
  );
  expect(code, stderr).toBe(0);
  const result = JSON.parse(stdout) as { readonly usd: number };
  expect(result).toMatchObject({ end: 'finished', rules: [{ id: 'positional-post' }] });
  expect(result.usd).toBeGreaterThan(0);
  expect(textsOf(server)).not.toContain(key);
  await nothingIsLeft();
});

test('even an unchecked script has no network, no rights, and nothing to write to', async () => {
  await using engine = await connectEngine({ stateDir });
  const image = await ensureBaseImage(engine, 'node-22', {
    stateDir,
    network: await resolveBuildNetwork(),
    definitions: await readImageDefinitions(),
  });
  // The engine may not see the temporary folder of the system.
  const treeFolder = join(stateDir, 'scratch', `explorer-test-${process.pid}`);
  await mkdir(treeFolder, { recursive: true });
  onTestFinished(() => rm(treeFolder, { recursive: true }));
  await writeFile(join(treeFolder, 'a.txt'), 'text of base\n');
  const explorer = containerExplorer({
    engine,
    image: image.imageId,
    treeFolder,
    ripgrepFolder: await ensureRipgrep(stateDir),
    labels: { run: 'explorer-test', instance: TALLY, attempt: '1', phase: 'explore' },
  });
  const script = `${IDENTITY}; rg -n text; touch a.txt b.txt; echo x > a.txt; cat a.txt; exit 3`;
  const output = await explorer.run(script, new AbortController().signal);
  expect(output).toContain('10001\nlo\n');
  expect(output).toMatch(/a\.txt:1:text of base|1:text of base/);
  expect(output).toContain('Read-only file system');
  expect(output).toMatch(/^text of base$/m);
  expect(output).toContain('[exit code 3]');
  expect(await readdir(treeFolder)).toEqual(['a.txt']);
  expect(await engine.sweep({ run: 'explorer-test', dryRun: true })).toEqual({
    containers: [],
    volumes: [],
    loopFiles: [],
  });
});
