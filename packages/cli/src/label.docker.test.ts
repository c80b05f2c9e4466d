import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  startModelServer,
  type ModelServer,
  type ScriptRule,
} from '@refbench/models/scripted-provider';
import { expect, test } from 'vitest';
import { refbench, temporaryFolder, type CommandResult } from './command.testkit.ts';

const ROWS = 200;
const PASSES = 1;
const ALL_PASSES = ROWS * PASSES * 3;
const MODELS = {
  issue: 'claude-haiku-4-5',
  tests: 'claude-sonnet-4-6',
  effort: 'claude-opus-4-5',
} as const;

/** Rows of four kinds; one row's effort never gets an answer that fits. */
const KINDS = [0, 1, 2, 3] as const;
const HOPELESS = 'row-077';

function answers(): readonly ScriptRule[] {
  const rationale = 'as the checklist says';
  return [
    { when: { model: MODELS.effort, prompt: HOPELESS }, answer: { rationale, score: 7 } },
    ...KINDS.flatMap((kind): ScriptRule[] => {
      const prompt = `kind-${kind}`;
      const label = kind < 2 ? 'well-specified' : 'underspecified';
      const counter_example = kind === 0 ? '' : 'a solution with another name';
      const tests = { rationale, counter_example, score: kind, other_major_issues: kind === 3 };
      return [
        {
          when: { model: MODELS.issue, prompt },
          answer: { rationale, label, candidate_solution: false },
        },
        { when: { model: MODELS.tests, prompt }, answer: tests },
        { when: { model: MODELS.effort, prompt }, answer: { rationale, score: 3 - kind } },
      ];
    }),
  ];
}

/** Refusals, broken connections, and answers that do not fit, before the answers. */
const FAULTS: readonly ScriptRule[] = [
  { when: { prompt: 'row-01' }, times: 6, fault: { status: 529, retry_after: 0 } },
  { when: { prompt: 'row-02' }, times: 6, fault: { status: 500, retry_after: 0 } },
  { when: { prompt: 'row-03' }, times: 4, fault: 'reset' },
  { when: { prompt: 'row-04' }, times: 2, answer: { score: 'many' } },
  { when: { prompt: 'row-05' }, times: 2, say: 'I cannot say.' },
];

async function makeRows(folder: string): Promise<string> {
  const repository = join(folder, 'mirror/acme/tool');
  await mkdir(join(repository, 'src'), { recursive: true });
  await writeFile(join(repository, 'src/tool.py'), 'def run(x):\n    return helper(x)\n');
  await writeFile(join(repository, 'src/helper.py'), 'def helper(x):\n    return x\n');
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-C', repository, '-c', 'user.name=t', '-c', 'user.email=t@t', ...args], {
      encoding: 'utf8',
    }).trim();
  git('init', '-q');
  for (const message of ['first', 'base']) {
    git('add', '-A');
    git('commit', '-q', '--allow-empty', '-m', message);
  }
  const base = git('rev-parse', 'HEAD');
  const patch =
    'diff --git a/src/tool.py b/src/tool.py\n--- a/src/tool.py\n+++ b/src/tool.py\n@@ -1,2 +1,2 @@\n def run(x):\n-    return helper(x)\n+    return helper(x) + 1\n';
  const lines = Array.from({ length: ROWS }, (_, at) => {
    const id = `row-${String(at).padStart(3, '0')}`;
    const problem_statement = `# ${id}\n\n**kind-${at % 4}** fails`;
    return JSON.stringify({
      instance_id: id,
      repo: 'acme/tool',
      base_commit: base,
      problem_statement,
      patch,
      test_patch: '',
    });
  });
  const file = join(folder, 'rows.jsonl');
  await writeFile(file, `${lines.join('\n')}\n`);
  return file;
}

async function label(
  folder: string,
  rows: string,
  to: string,
  server: ModelServer,
  killAfter = Number.POSITIVE_INFINITY,
): Promise<CommandResult> {
  const models = Object.entries(MODELS).flatMap(([name, model]) => [`--${name}-model`, model]);
  const places = ['--mirror', join(folder, 'mirror'), '--state-dir', join(folder, 'state')];
  const size = ['--passes', String(PASSES), '--jobs', '8', '--budget', '900'];
  let seen = 0;
  return await refbench(
    ['label', 'run', '--input', rows, '--to', to, ...models, ...places, ...size],
    {
      env: { ANTHROPIC_API_KEY: 'none', ANTHROPIC_BASE_URL: server.url },
      onErrorLine: (line) => {
        if (/^\d+\/\d+ /.test(line)) seen += 1;
        return seen >= killAfter ? 'SIGKILL' : undefined;
      },
    },
  );
}

const usage = { input: 1_000, output: 100, cache_read: 200 };

test('200 rows with failures and two kills get the labels of an undisturbed run', async () => {
  await using folder = await temporaryFolder();
  const rows = await makeRows(folder.path);
  const [quiet, rough] = [join(folder.path, 'quiet'), join(folder.path, 'rough')];
  {
    await using server = await startModelServer({ script: { usage, rules: answers() } });
    const { code } = await label(folder.path, rows, quiet, server);
    // The hopeless row's passes are without a label.
    expect(code).toBe(3);
  }
  const expected = await readFile(join(quiet, 'labels.jsonl'), 'utf8');
  expect(expected.trim().split('\n')).toHaveLength(ROWS);
  {
    const script = { usage, rules: [...FAULTS, ...answers()] };
    await using server = await startModelServer({ script });
    for (const killAfter of [100, 250]) {
      const { code } = await label(folder.path, rows, rough, server, killAfter);
      expect(code).toBeNull();
    }
    const { code, stderr } = await label(folder.path, rows, rough, server);
    expect(code).toBe(3);
    expect(stderr).toContain(`${PASSES} passes have no label`);
    expect(await readFile(join(rough, 'labels.jsonl'), 'utf8')).toBe(expected);
    // Nothing that had a label was asked again.
    const labelled = (await readFile(join(rough, 'passes.jsonl'), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { outcome: { kind: string } })
      .filter(({ outcome }) => outcome.kind === 'label');
    expect(labelled).toHaveLength(ALL_PASSES - PASSES);
  }
  await using server = await startModelServer({ script: { usage, rules: answers() } });
  await label(folder.path, rows, rough, server);
  expect(server.requests().every(({ body }) => body.includes(HOPELESS))).toBe(true);
});

test('a spent budget ends the run, and a larger one continues it', async () => {
  await using folder = await temporaryFolder();
  const rows = await makeRows(folder.path);
  await using server = await startModelServer({ script: { usage, rules: answers() } });
  const to = join(folder.path, 'run');
  const run = (budget: string): Promise<CommandResult> =>
    refbench(
      [
        'label',
        'run',
        '--input',
        rows,
        '--to',
        to,
        '--criteria',
        'issue',
        '--passes',
        '1',
        '--model',
        MODELS.issue,
        '--budget',
        budget,
        '--state-dir',
        join(folder.path, 'state'),
      ],
      { env: { ANTHROPIC_API_KEY: 'none', ANTHROPIC_BASE_URL: server.url } },
    );
  const stopped = await run('0.1');
  expect(stopped.code).toBe(2);
  expect(stopped.stderr).toContain('the budget of $0.1');
  const asked = server.requests().length;
  expect(asked).toBeGreaterThan(5);
  expect(asked).toBeLessThan(ROWS);
  expect((await run('5')).code).toBe(0);
  expect(server.requests()).toHaveLength(ROWS);
});
