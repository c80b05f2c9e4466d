import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startModelServer, type ModelServer } from '@refbench/models/scripted-provider';
import { expect, test } from 'vitest';
import { refbench, temporaryFolder, type CommandResult } from './command.testkit.ts';

const TICKETS = 12;

/** A clone in which each ticket has a commit that changes one class. */
async function clone(folder: string): Promise<string> {
  const path = join(folder, 'clone');
  await mkdir(path);
  const git = (...args: readonly string[]): void => {
    const env = { PATH: process.env['PATH'], HOME: folder, GIT_CONFIG_NOSYSTEM: '1' };
    const config = ['-c', 'user.name=x', '-c', 'user.email=x@y'];
    execFileSync('git', [...config, ...args], { cwd: path, env });
  };
  git('init', '--quiet', '--initial-branch=main');
  git('commit', '--quiet', '--allow-empty', '-m', 'Root');
  for (let n = 1; n <= TICKETS; n += 1) {
    await writeFile(join(path, `Class${n}.java`), `class Class${n} { int value${n}; }\n`);
    git('add', '--all');
    git('commit', '--quiet', '-m', `KEY-${n}: add a class`);
  }
  return path;
}

async function jiraExport(folder: string): Promise<string> {
  const path = join(folder, 'export.jsonl');
  const issues = Array.from({ length: TICKETS }, (_, at) => ({
    key: `KEY-${at + 1}`,
    fields: {
      summary: `Add class ${at + 1}`,
      created: '2010-01-01T00:00:00.000+0000',
      resolutiondate: `2010-01-0${1 + (at % 3)}T00:00:00.000+0000`,
      watches: { watchCount: at % 5 },
      assignee: { displayName: `person ${at % 2}` },
    },
  }));
  await writeFile(path, issues.map((issue) => `${JSON.stringify(issue)}\n`).join(''));
  return path;
}

function play(): Promise<ModelServer> {
  const rules = Array.from({ length: TICKETS }, (_, at) => ({
    when: { prompt: `KEY-${at + 1}\n` },
    say: `class Class${at + 1} { int value${at + 1}; int other; }`,
  }));
  return startModelServer({ script: { rules: [...rules, { say: 'class Other { int value; }' }] } });
}

function keysOf(server: ModelServer): Record<string, string> {
  return { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: server.url };
}

async function study(folder: string, repository: string): Promise<void> {
  const run = async (...args: readonly string[]): Promise<CommandResult> => {
    const result = await refbench(['tiers', ...args, '--folder', folder]);
    expect([result.code, result.stderr]).toEqual([0, expect.any(String)]);
    return result;
  };
  await run('fetch', 'import', await jiraExport(repository), '--format', 'jira');
  expect((await run('label', '--thresholds', 'study')).stdout).toContain('Automate');
  expect((await run('index', repository, '--project', 'KEY')).stdout).toContain(
    'tickets in the index',
  );
  const { stderr } = await run('sample', '--per-tier', '6');
  expect(stderr).toContain('too few');
}

test('a study that is killed and resumed produces the same results', async () => {
  await using place = await temporaryFolder();
  await using server = await play();
  const repository = await clone(place.path);
  const ask = ['--model', 'claude-sonnet-4-6', '--jobs', '1'];
  const env = keysOf(server);
  const results = async (folder: string): Promise<string> => {
    const scored = await refbench(['tiers', 'score', '--folder', folder]);
    expect(scored.code).toBe(0);
    return readFile(join(folder, 'results', 'claude-sonnet-4-6.json'), 'utf8');
  };

  const whole = join(place.path, 'whole');
  await study(whole, repository);
  expect((await refbench(['tiers', 'eval', '--folder', whole, ...ask], { env })).code).toBe(0);
  const asked = server.requests().length;

  const killed = join(place.path, 'killed');
  await study(killed, repository);
  const first = await refbench(['tiers', 'eval', '--folder', killed, ...ask], {
    env,
    onErrorLine: (line) => (line.startsWith('[3/') ? 'SIGKILL' : undefined),
  });
  expect(first.code).toBeNull();
  const second = await refbench(['tiers', 'eval', '--folder', killed, ...ask], { env });
  expect(second.code).toBe(0);
  expect(second.stderr).toMatch(/\((?:[3-9]|1\d) before\), 0 failed, 0 not asked/);
  // At most the question that was under way is asked twice.
  expect(server.requests().length - asked).toBeLessThanOrEqual(asked + 1);
  expect(await results(killed)).toBe(await results(whole));

  const out = join(place.path, 'out');
  const compared = await refbench(['tiers', 'compare', '--folder', killed, '--out', out]);
  expect(compared.code).toBe(0);
  expect(compared.stdout).toContain('Distortions of the scores');
  expect(await readdir(out)).toEqual([
    'figures',
    'tiers.csv',
    'tiers.json',
    'tiers.md',
    'tiers.tex',
  ]);
});

test('questions about instances work in the same way', async () => {
  await using place = await temporaryFolder();
  await using server = await play();
  const folder = join(place.path, 'tiers');
  const subjects = ['--instances', 'refbench__tally-*', '--folder', folder];
  const env = keysOf(server);
  const asked = await refbench(['tiers', 'eval', ...subjects, '--model', 'claude-sonnet-4-6'], {
    env,
  });
  expect([asked.code, asked.stderr]).toEqual([0, expect.stringContaining('1 answered')]);
  const [{ body } = { body: '' }] = server.requests();
  expect(body).toContain('**Ticket:** refbench__tally-');
  expect(body).toContain('**Source files (before fix):**');
  const scored = await refbench(['tiers', 'score', ...subjects]);
  expect(scored.code).toBe(0);
  expect(scored.stdout).toContain('instructed');
});

test('errors are reported, and no partial results remain', async () => {
  await using place = await temporaryFolder();
  const folder = ['--folder', join(place.path, 'none')];
  const codes = async (...args: readonly string[]): Promise<number | null> =>
    (await refbench(['tiers', ...args, ...folder])).code;
  expect(await codes('label')).toBe(7);
  expect(await codes('sample')).toBe(7);
  expect(await codes('score')).toBe(7);
  expect(await codes('compare')).toBe(7);
  expect(await codes('index', join(place.path, 'nowhere'), '--project', 'KEY')).toBe(10);
  expect(await codes('eval', '--model', 'nobody-knows-it')).toBe(2);
  expect(await codes('fetch', 'jira', 'ftp://x', '--project', 'KEY')).toBe(2);
});
