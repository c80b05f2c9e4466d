import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DEFAULT_LIMITS,
  DEFAULT_PLANNING,
  packageListSchema,
  packageRequestSchema,
  type PackagesSetting,
  type Score,
} from '@refbench/contracts';
import { parseJson, readJournal } from '@refbench/base';
import { buildEnvironment } from '@refbench/environments';
import {
  readImageDefinitions,
  resolveBuildNetwork,
  type ImageOptions,
} from '@refbench/env-builder';
import { selectInstances } from '@refbench/instances';
import { resolveAgent } from '@refbench/agents';
import { archivesDigest } from '@refbench/package-door';
import { connectEngine, type Engine } from '@refbench/sandbox';
import { testState, type TemporaryFolder } from '@refbench/test-helpers';
import type { Workspace } from '@refbench/workspace';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { agentSubmission } from '../attempt/agent-submission.ts';
import { loadPrompts } from '../modes/load-prompts.ts';
import { executeRun } from '../run/execute-run.ts';
import type { RunResult } from '../run/run-result.ts';
import type { Submission } from '../submission/submission.ts';
import {
  addFixture,
  fixtureWorkspace,
  nodeProject,
  removeEnvironments,
  testFile,
} from '../testkit/fixture-instance.testkit.ts';
import { patchSubmission, scoreOf } from '../testkit/test-bed.testkit.ts';

/** The first build makes base images, too. */
const LONG_MS = 900_000;
const never = new AbortController().signal;

let engine: Engine;
let folder: string;
let state: TemporaryFolder;
let workspace: Workspace;
let build: ImageOptions;
let instance: string;
const runs: string[] = [];

beforeAll(async () => {
  state = await testState();
  engine = await connectEngine({ stateDir: state.path });
  folder = await mkdtemp(join(tmpdir(), 'refbench-packages-'));
  workspace = fixtureWorkspace(folder, state.path);
  build = {
    stateDir: workspace.stateDir,
    network: await resolveBuildNetwork(),
    definitions: await readImageDefinitions(),
  };
  const project = { ...nodeProject('sums'), 'test/sums.test.js': testFile(12) };
  const entry = await addFixture(workspace, 'sums', {
    base: { ...project, 'src/sum.js': 'exports.sum = (a, b) => a + b;\n' },
    golden: {
      ...project,
      'src/sum.js': 'exports.sum = (...all) => all.reduce((a, b) => a + b);\n',
    },
  });
  instance = entry.instance.id;
  await buildEnvironment({
    workspace,
    engine,
    entry,
    build,
    limits: DEFAULT_LIMITS.grade,
    run: 'packages-test',
    signal: never,
    onProgress: () => undefined,
  });
}, LONG_MS);
afterEach(async () => {
  for (const run of runs) {
    const { containers, volumes, loopFiles } = await engine.sweep({ run, dryRun: true });
    expect([...containers, ...volumes, ...loopFiles]).toEqual([]);
  }
});
afterAll(async () => {
  await removeEnvironments(engine, workspace);
  await rm(folder, { recursive: true, force: true });
  await engine[Symbol.asyncDispose]();
  await state[Symbol.asyncDispose]();
});

async function run(
  name: string,
  submission: Submission,
  packages?: PackagesSetting,
): Promise<RunResult> {
  runs.push(name);
  return await executeRun({
    run: name,
    submissions: [submission],
    entries: await selectInstances(workspace, [instance]),
    workspace,
    engine,
    track: 'instructed',
    mode: 'direct',
    prompts: await loadPrompts(),
    planning: DEFAULT_PLANNING,
    ...(packages === undefined ? {} : { packages }),
    limits: { agent: DEFAULT_LIMITS.agent, grade: DEFAULT_LIMITS.grade },
    build,
    unfinished: true,
    controls: 'fast',
    baseline: 'early',
    parallel: 1,
    drain: never,
    stop: never,
    listener: () => undefined,
  });
}

async function script(name: string, text: string): Promise<Submission> {
  const path = join(folder, `${name}.sh`);
  await writeFile(path, text);
  return { ...agentSubmission(await resolveAgent('script', { script: path })), name };
}

const fileOf = (result: RunResult, agent: string, file: string): string =>
  join(result.folder, instance, agent, '1', file);

async function listOf(
  result: RunResult,
  agent: string,
): Promise<ReturnType<typeof packageListSchema.parse>> {
  const text = await readFile(fileOf(result, agent, 'packages.json'), 'utf8');
  const parsed = parseJson(text, packageListSchema);
  if (parsed.kind === 'invalid') throw new Error(parsed.reason);
  return parsed.value;
}

/** Adds a package and a test that needs it, and tries to get out of the container. */
const ADDS = `set -eu
npm install --save-dev is-number@7.0.0 >&2
cat >test/number.test.js <<'END'
const { test } = require('node:test');
const isNumber = require('is-number');
test('a number is a number', () => { if (!isNumber(5)) throw new Error('no'); });
END
closed() { if "$@"; then echo "OPEN: $*"; exit 9; fi; }
closed getent hosts example.org
closed timeout 20 git ls-remote https://example.org/own/project.git
closed timeout 60 npm install git+https://example.org/own/project.git
closed timeout 20 curl --silent --max-time 10 http://192.0.2.1/
closed npm search sums
mkdir /tmp/hook && cd /tmp/hook
echo '{"name":"hook","version":"1.0.0","scripts":{"install":"curl --fail --silent --max-time 10 http://127.0.0.1:8081/downloads/tool"}}' >package.json
npm_config_ignore_scripts=false closed npm install
echo 'every way out was closed'
`;

/** A change of both manifests that asks for a package which the image lacks. */
function patchAdding(name: string, version: string): Submission {
  return patchSubmission(`adds-${name}`, async ({ repository, instance: { base } }) => {
    const tree = await repository.readTree(base);
    const entry = [...tree].find(([path]) => String(path) === 'package.json')?.[1];
    const text = (await repository.readBlob(entry?.oid ?? '')).toString('utf8');
    const changed = JSON.stringify({ ...JSON.parse(text), devDependencies: { [name]: version } });
    return Buffer.from(
      [
        'diff --git a/package.json b/package.json',
        '--- a/package.json',
        '+++ b/package.json',
        '@@ -1 +1 @@',
        `-${text}`,
        '\\ No newline at end of file',
        `+${changed}`,
        '\\ No newline at end of file',
        'diff --git a/test/more.test.js b/test/more.test.js',
        'new file mode 100644',
        '--- /dev/null',
        '+++ b/test/more.test.js',
        '@@ -0,0 +1 @@',
        `+require('${name}'); require('node:test').test('more', () => undefined);`,
        '',
      ].join('\n'),
    );
  });
}

const passed = ({ tests }: Score): number => tests.passed;

test(
  'an agent adds a package, its suite runs offline with it, and again on an empty store',
  async () => {
    const result = await run('with-packages', await script('adds', ADDS), 'dated');
    const score = scoreOf(result, 'adds');
    const log = await readFile(fileOf(result, 'adds', 'agent.log'), 'utf8');
    expect(log).toContain('every way out was closed');
    expect(score).toMatchObject({
      outcome: { kind: 'completed' },
      packages: { source: 'attempt', installed: 0, added: ['is-number'], missing: [] },
    });
    const plan = await readFile(join(result.folder, 'run.json'), 'utf8');
    expect(JSON.parse(plan)).toMatchObject({ packages: 'dated' });
    const summary = await readFile(join(result.folder, 'summary.md'), 'utf8').catch(() => '');
    expect(summary === '' || summary.includes('direct, packages')).toBe(true);
    const list = await listOf(result, 'adds');
    expect(list.archives.map(({ name, version }) => `${name}@${version}`)).toContain(
      'is-number@7.0.0',
    );
    const { events } = await readJournal(
      fileOf(result, 'adds', 'packages.jsonl'),
      packageRequestSchema,
    );
    expect(events.filter(({ reason }) => reason === 'not-a-package').length).toBeGreaterThan(1);
    // Grade it again as if on another machine.
    await rm(join(state.path, 'packages'), { recursive: true });
    for (const file of ['tests.json', 'score.json']) await rm(fileOf(result, 'adds', file));
    const again = scoreOf(await run('with-packages', await script('adds', ADDS), 'dated'), 'adds');
    expect(again.tests).toEqual(score.tests);
    expect(again.packages?.archives).toBe(archivesDigest(list));
    expect(again.packages?.archives).toBe(score.packages?.archives);
  },
  LONG_MS,
);

test(
  'a patch from elsewhere gets the package that its manifest names',
  async () => {
    const result = await run('elsewhere', patchAdding('is-odd', '3.0.1'));
    const score = scoreOf(result, 'adds-is-odd');
    expect(score.packages).toMatchObject({
      source: 'resolved',
      installed: 0,
      added: ['is-odd'],
      missing: [],
    });
    expect(score.outcome.kind).toBe('completed');
    const nop = scoreOf(
      await run(
        'nop',
        patchSubmission('nop', () => Promise.resolve(Buffer.of())),
      ),
      'nop',
    );
    expect(nop.packages).toBeUndefined();
    expect(passed(score)).toBe(passed(nop) + 1);
    const list = await listOf(result, 'adds-is-odd');
    expect(list.archives.map(({ name }) => name).sort()).toEqual(['is-number', 'is-odd']);
  },
  LONG_MS,
);

test(
  'a package that does not exist is the outcome, and no failed test',
  async () => {
    const name = 'refbench-no-such-package-a1b2c3';
    const score = scoreOf(await run('missing', patchAdding(name, '1.0.0')), `adds-${name}`);
    expect(score).toMatchObject({
      verdict: 'model',
      pass: 0,
      outcome: {
        kind: 'dependencies-missing',
        responsible: 'model',
        packages: [{ name, reason: 'unknown' }],
      },
      tests: { passed: 0, failed: 0, total: 0 },
      reasons: { tests: expect.stringContaining(`dependencies-missing: ${name}`) },
    });
  },
  LONG_MS,
);
