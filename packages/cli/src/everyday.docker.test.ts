import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runDetailsSchema } from '@refbench/contracts';
import { afterAll, expect, test } from 'vitest';
import { refbench, smallOptions, temporaryFolder, type CommandResult } from './command.testkit.ts';

const TALLY = 'refbench__tally-6637120b';
/** For what depends on no content. */
const home = await temporaryFolder();
const small = await smallOptions(home.path);
afterAll(() => home[Symbol.asyncDispose]());

function expectRefusal(result: CommandResult, code: number, message: RegExp): void {
  expect(result.stderr).toMatch(message);
  expect(result.stderr).not.toMatch(/^ {4}at |this is a bug/m);
  expect(result.code).toBe(code);
}

async function agentFolder(place: string, name: string, script: string): Promise<string> {
  await mkdir(place, { recursive: true });
  await writeFile(join(place, 'agent.yaml'), `name: ${name}\nversion: "1"\ncommand: [start.sh]\n`);
  await writeFile(join(place, 'start.sh'), script);
  await chmod(join(place, 'start.sh'), 0o755);
  return place;
}

function prediction(instance: string, patch: string | null): string {
  const fields = { instance_id: instance, model_name_or_path: 'mine', model_patch: patch };
  return `${JSON.stringify(fields)}\n`;
}

test('two agents of one name are refused, and both folders are named', async () => {
  await using folder = await temporaryFolder();
  const [one, two] = [join(folder.path, 'v1'), join(folder.path, 'v2')];
  await agentFolder(one, 'my-agent', 'true\n');
  await agentFolder(two, 'my-agent', 'echo x > new.txt\n');
  const run = ['run', ...small.instance, '--runs-dir', join(folder.path, 'runs')];
  const refused = await refbench([...run, '--agent', `${one},${two}`]);
  expectRefusal(refused, 2, /two agents are named "my-agent": .*\/v1 and .*\/v2\n.*--agent-name/);
  expectRefusal(await refbench([...run, '--agent', 'nop,nop']), 2, /--agent names nop twice/);
  const named = await refbench([
    ...run,
    '--agent',
    `${one},${two}`,
    '--agent-name',
    `${two}=my-agent-2`,
    '--run-id',
    'two',
  ]);
  expect(named.code).toBe(0);
  expect((await readdir(join(folder.path, 'runs/two', small.id))).sort()).toEqual([
    'my-agent',
    'my-agent-2',
  ]);
  expectRefusal(
    await refbench([...run, '--agent', one, '--agent-name', `${one}=golden`]),
    2,
    /"golden" cannot name an agent: .*reserved/,
  );
});

test('predictions: unknown ids are named, and missing ones are listed without a run', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'p.jsonl');
  const places = ['--runs-dir', join(folder.path, 'runs'), '--run-id', 'p'];
  await writeFile(file, prediction('refbench__tally-6637120c', ''));
  expectRefusal(
    await refbench(['grade', '--predictions', file, ...places]),
    2,
    /line 1 "refbench__tally-6637120c" \(did you mean "refbench__tally-6637120b"\?\)/,
  );
  await writeFile(file, prediction(TALLY, '') + prediction('koajs__koa-ef467caa', null));
  const result = await refbench(['grade', '--predictions', file, '--instances', '*', ...places]);
  expect(result.code).toBe(0);
  expect(result.stderr).toContain('absent  mine on koajs__koa-ef467caa: its model_patch is null');
  expect(result.stderr).toMatch(/absent {2}mine on remarkablemark__.*: there is no prediction/);
  expect(result.stderr).not.toMatch(/^koajs__koa-ef467caa {2}(?!mine {2}absent)/m);
  const report = await refbench(['report', 'p', ...places.slice(0, 2), '--json']);
  expect(report.code).toBe(0);
  await writeFile(file, '');
  expectRefusal(await refbench(['grade', '--predictions', file, ...places]), 2, /no predictions/);
});

test('a patch that does not apply ends with 6, and a stripped patch is completed with a note', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'p.jsonl');
  const grade = (id: string): Promise<CommandResult> =>
    refbench([
      'grade',
      '--predictions',
      file,
      '--runs-dir',
      join(folder.path, 'runs'),
      '--run-id',
      id,
    ]);
  await writeFile(
    file,
    prediction(TALLY, 'diff --git a/none b/none\n--- a/none\n+++ b/none\n@@ -1 +1 @@\n-a\n+b\n'),
  );
  const broken = await grade('broken');
  expectRefusal(broken, 6, /mine on refbench__tally-6637120b: patch: apply/);
  const added =
    'diff --git a/n.txt b/n.txt\nnew file mode 100644\n--- /dev/null\n+++ b/n.txt\n@@ -0,0 +1 @@\n+n';
  await writeFile(file, prediction(TALLY, added));
  const stripped = await grade('stripped');
  expect(stripped.code).toBe(0);
  expect(stripped.stderr).toContain('warning: the patch lacked its last line feed; added');
});

test('altered evidence counts as damage: the attempt is named and nothing is written', async () => {
  await using folder = await temporaryFolder();
  const run = [
    'run',
    '--agent',
    'nop,golden',
    ...small.instance,
    '--run-id',
    'e',
    '--runs-dir',
    join(folder.path, 'runs'),
  ];
  expect((await refbench(run)).code).toBe(0);
  const attempt = join(folder.path, 'runs/e', small.id, 'golden/1');
  await writeFile(join(attempt, 'patch.diff'), '');
  const before = await readdir(attempt);
  const score = await readFile(join(attempt, 'score.json'), 'utf8');
  const result = await refbench(run);
  expectRefusal(result, 7, /golden\/1\/patch\.diff was changed after the attempt/);
  expect(await readdir(attempt)).toEqual(before);
  expect(await readFile(join(attempt, 'score.json'), 'utf8')).toBe(score);
  await writeFile(join(attempt, 'score.json'), score.slice(0, 20));
  const report = await refbench(['report', 'e', '--runs-dir', join(folder.path, 'runs')]);
  expect(report.code).toBe(3);
  expect(report.stdout).toContain(`Damaged: golden on ${small.id}: score.json of attempt 1`);
  expect(report.stdout).toContain(`Left out of every mean and comparison: ${small.id}`);
});

test('an agent that cannot start is refused before its container starts, or its end is reported', async () => {
  await using folder = await temporaryFolder();
  const place = await agentFolder(
    join(folder.path, 'a'),
    'mine',
    'echo "no such luck" >&2\nexit 9\n',
  );
  const run = [
    'run',
    '--agent',
    place,
    ...small.instance,
    '--run-id',
    'a',
    '--runs-dir',
    join(folder.path, 'runs'),
  ];
  const ended = await refbench(run);
  expect(ended.stderr).toContain('the agent ended with exit code 9; its last lines: no such luck');
  await chmod(join(place, 'start.sh'), 0o644);
  expectRefusal(await refbench(run), 7, /"start\.sh" is not executable\n.*chmod \+x/);
});

test.each([
  ['a file', (path: string) => path, /is a file, not a folder/],
  ['a folder below a file', (path: string) => join(path, 'runs'), /is a file|part of the path/],
  [
    '/proc',
    () => '/proc/nope',
    /--runs-dir: cannot write to \/proc\/nope: no folder can be created/,
  ],
])('--runs-dir at %s is refused at once', async (_name, place, message) => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'file');
  await writeFile(file, '');
  const args = ['run', '--agent', 'nop', '--instances', TALLY, '--runs-dir', place(file)];
  expectRefusal(await refbench(args), 9, message);
});

test.each([
  [['run', '--agnet', 'golden'], /unknown option '--agnet'\n\(Did you mean --agent\?\)/],
  [['rnu'], /unknown command 'rnu'\n\(Did you mean run\?\)/],
  [['review'], /unknown command 'review'\n\(Did you mean task review, or rules review/],
  [['report', 'nope'], /there is no run "nope" in .*\n {2}hint: /],
  [['instance', 'add', '--repo', '../x', '--golden', 'a'.repeat(40)], /expected owner\/name/],
  [['grade', '--predictions', '/nowhere', '--instances', '*'], /nowhere: there is no such file/],
  [
    ['run', '--agent', 'nop', '--instances', 'refbench__taly*'],
    /no instance matches.*did you mean/,
  ],
  [
    ['calibrate', '*', '--mirror', '/nowhere'],
    /--mirror: cannot read \/nowhere: it does not exist/,
  ],
  [['run', '--agent', 'nop', '--instances', '*', '--language', 'cobol'], /"cobol" is not one of/],
  [['run', '--agent', 'nop', '--instances', '*', '--exclude', '*'], /leave no instance/],
  [
    ['run', '--agent', '', '--instances', 'refbench__*'],
    /argument '' is invalid. the list is empty/,
  ],
  [
    ['mine', 'archive', '--from', '2024-13', '--to', '2024-13'],
    /"2024-13" is not a year, month, day or hour/,
  ],
  [['runs', 'list', '--runs-dir', '/nowhere'], /cannot read \/nowhere: it does not exist/],
  [['plans', 'accuracy', '--multiplan', 'nope', '--plan', 'nope'], /there is no run "nope"/],
])('%j: 2, and what was meant', async (args, message) => {
  await using folder = await temporaryFolder();
  const inFolder = args[0] === 'report' ? ['--runs-dir', folder.path] : [];
  expectRefusal(await refbench([...args, ...inFolder]), 2, message);
});

test('the error names a mirror without the repository', async () => {
  await using folder = await temporaryFolder();
  const state = ['--state-dir', join(folder.path, 'state'), '--mirror', folder.path];
  const result = await refbench(['rules', 'check', 'koajs__koa-ef467caa', ...state]);
  expectRefusal(
    result,
    10,
    /koajs\/koa: the mirror has no repository at .*\n {2}hint: check --mirror/,
  );
});

test('a broken instance is named, and the others are still listed', async () => {
  await using folder = await temporaryFolder();
  const broken = join(folder.path, 'a__b-00000000');
  await mkdir(broken);
  await writeFile(join(broken, 'instance.yaml'), 'schema: 1\nid: a__b-00000000\n');
  const good = join(folder.path, TALLY);
  await mkdir(good);
  await writeFile(
    join(good, 'instance.yaml'),
    await readFile(join('instances', TALLY, 'instance.yaml')),
  );
  const result = await refbench(['instance', 'list', '--instances-dir', folder.path]);
  expect(result.stdout).toContain(TALLY);
  expectRefusal(
    result,
    7,
    /not listed: .*a__b-00000000\/instance\.yaml: .*repository: it is missing/,
  );
});

test('doctor, help and a refused run create no folder', async () => {
  await using folder = await temporaryFolder();
  const at = (name: string): string => join(folder.path, name);
  const places = ['--runs-dir', at('runs'), '--state-dir', at('state')];
  await refbench(['doctor', ...places]);
  await refbench(['run', '--help']);
  const client = ['--agent', 'claude-code', '--model', 'claude-sonnet-4-5'];
  const refused = await refbench(['run', ...client, '--instances', TALLY, ...places], {
    env: { ANTHROPIC_API_KEY: '' },
  });
  expectRefusal(refused, 2, /ANTHROPIC_API_KEY/);
  expect(await readdir(folder.path)).not.toContain('runs');
  const exists = await stat(join(at('runs'))).catch(() => undefined);
  expect(exists).toBeUndefined();
});

test('rules scan skips files that git ignores, unless an option includes them', async () => {
  await using folder = await temporaryFolder();
  const at = (name: string): string => join(folder.path, name);
  await mkdir(at('tree/out'), { recursive: true });
  await mkdir(at('rules/additive'), { recursive: true });
  await writeFile(at('rules/additive/x.yml'), 'id: x\nlanguage: ts\nrule: { pattern: old($A) }\n');
  for (const name of ['tree/a.ts', 'tree/out/b.ts']) await writeFile(at(name), 'old(1);\n');
  await writeFile(at('tree/.gitignore'), 'out/\n');
  const git = spawn('git', ['init', '-q', at('tree')]);
  await once(git, 'close');
  const scan = ['rules', 'scan', at('rules'), at('tree'), '--state-dir', at('state')];
  expect((await refbench(scan)).stdout).toBe('a.ts:1:1  x\n');
  expect((await refbench([...scan, '--include-ignored'])).stdout).toContain('out/b.ts:1:1  x\n');
});

test('a run is estimated from earlier runs, and its exported patches get the same grades', async () => {
  await using folder = await temporaryFolder();
  const at = (name: string): string => join(folder.path, name);
  const runs = ['--runs-dir', at('runs')];
  const run = ['run', '--agent', 'golden', ...small.instance, ...runs];
  const before = await refbench([...run, '--dry-run', '--json']);
  expect(JSON.parse(before.stdout)).toMatchObject({
    attempts: 1,
    agents: [{ basis: 0, basis_text: expect.stringContaining('no basis') as string }],
  });
  expect(await readdir(folder.path)).not.toContain('runs');
  const limits = ['--minutes', '30', '--cpus', '1', '--memory', '2G'];
  expect((await refbench([...run, '--run-id', 'one', ...limits])).code).toBe(0);
  const after = await refbench([...run, '--dry-run', '--json']);
  expect(JSON.parse(after.stdout)).toMatchObject({
    minutes: expect.any(Number) as number,
    agents: [{ basis: 1 }],
  });
  const other = await refbench([...run, '--run-id', 'one']);
  expectRefusal(other, 2, /run "one" has a plan with other limits/);
  // A dry run refuses what the run would refuse.
  const again = [...run, '--run-id', 'one', '--dry-run'];
  expectRefusal(await refbench(again), 2, /run "one" has a plan with other limits/);
  expect((await refbench([...again, ...limits])).code).toBe(0);
  const tiny = await refbench([...run, '--dry-run', '--disk', '1M']);
  expectRefusal(tiny, 9, /--disk allows 1\.0 MB/);
  const noPrompts = await refbench([...run, '--dry-run', '--prompts-dir', at('absent')]);
  expectRefusal(noPrompts, 2, /absent/);
  // The last option of a kind counts.
  const noRules = await refbench([...run, '--dry-run', '--rules-dir', at('none')]);
  expectRefusal(noRules, 7, /none/);
  const score = await readFile(at(`runs/one/${small.id}/golden/1/score.json`), 'utf8');
  expect(JSON.parse(score)).toMatchObject({
    pass: 1,
    limits: { wall_clock_ms: 1_800_000, cpus: 1, memory_bytes: 2 ** 31 },
  });
  const shown = await refbench(['runs', 'show', 'one', '--json', ...runs]);
  expect(runDetailsSchema.parse(JSON.parse(shown.stdout)).results).toMatchObject([
    { state: 'scored', pass: 1, alignment: 1 },
  ]);
  expect((await refbench(['runs', 'list', ...runs])).stdout).toMatch(/^one .* golden +1\/1/m);
  const file = at('patches.jsonl');
  expect((await refbench(['runs', 'export', 'one', '--out', file, ...runs])).code).toBe(0);
  const line = await readFile(file, 'utf8');
  await writeFile(file, line.replace('"golden"', '"again"'));
  const graded = await refbench([
    'grade',
    '--predictions',
    file,
    '--run-id',
    'two',
    ...small.folders,
    ...runs,
  ]);
  expect(graded.stderr).toMatch(/again +completed .* 1 +1 +1 +1/);
  expect((await refbench(['runs', 'rm', 'one', ...runs])).stderr).toContain('add --yes');
  expect((await refbench(['runs', 'rm', 'one', '--yes', ...runs])).code).toBe(0);
  expect(await readdir(at('runs'))).toEqual(['two']);
});

test('the output of an agent is shown while it works, and its options are passed on', async () => {
  await using folder = await temporaryFolder();
  const script = 'echo "mood: $REFBENCH_OPTION_MOOD"\nsleep 1\n';
  const place = await agentFolder(join(folder.path, 'a'), 'mine', script);
  const run = ['run', '--agent', place, ...small.instance, '--runs-dir', join(folder.path, 'r')];
  const result = await refbench([
    ...run,
    '--agent-option',
    `${place}.mood=good`,
    '--tail',
    `mine@${small.id}`,
  ]);
  expect(result.stderr).toContain(`mine@${small.id} | mood: good`);
  expect(result.code).toBe(0);
  expectRefusal(
    await refbench([...run, '--tail', 'mine@nothing']),
    2,
    /--tail mine@nothing does not match an agent and instance of this run/,
  );
});
