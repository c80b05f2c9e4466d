import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { attemptRecordSchema, journalEventSchema, planControlSchema } from '@refbench/contracts';
import { readJournal, readJsonFile } from '@refbench/base';
import { startModelServer } from '@refbench/models/scripted-provider';
import { refbench, smallOptions, temporaryFolder, type CommandResult } from './command.testkit.ts';

/**
 * Writes plans, one or five, that name a file; makes the file that its plan names. Executing takes long
 * enough to be killed.
 */
const WORK = `
set -eu
write() { printf '# Make a file\\n\\ncreate: %s\\n' "$1" >"$2"; }
case "$REFBENCH_PHASE" in
  plan) write single.txt /output/refactoring_plan.md ;;
  multiplan)
    mkdir -p /output/refactoring_plans
    for n in 0 1 2 3 4; do write "file-$n.txt" "/output/refactoring_plans/refactoring_plan$n.md"; done
    ;;
  execute)
    sleep 5
    echo made >"/testbed/$(sed -n 's/^create: //p' "$REFBENCH_PROMPT_FILE")"
    ;;
esac
`;

async function planner(folder: string): Promise<string> {
  const directory = join(folder, 'planner');
  await mkdir(directory);
  await writeFile(
    join(directory, 'agent.yaml'),
    'name: planner\nversion: "1"\ncommand: [bash, /opt/agent/work.sh]\nmodes: [plan, multiplan]\n',
  );
  await writeFile(join(directory, 'work.sh'), WORK);
  return directory;
}

test('kill -9 between plan and execution: the same command continues after the plan', async () => {
  await using folder = await temporaryFolder();
  const agent = await planner(folder.path);
  const small = await smallOptions(folder.path);
  const command = (onLine?: (line: string) => NodeJS.Signals | undefined): Promise<CommandResult> =>
    refbench(
      [
        'run',
        '--agent',
        agent,
        ...small.instance,
        '--mode',
        'plan',
        '--run-id',
        'kill-plan',
        '--runs-dir',
        join(folder.path, 'runs'),
        '--json',
      ],
      onLine === undefined ? {} : { onLine },
    );

  const killed = await command((line) => (line.includes('"inferring"') ? 'SIGKILL' : undefined));
  expect(killed.code).toBeNull();
  const finished = await command();
  expect(finished.stderr).toBe('');
  expect(finished.code).toBe(0);

  const run = join(folder.path, 'runs/kill-plan');
  const { events } = await readJournal(join(run, 'events.jsonl'), journalEventSchema);
  const started = events.filter((event) => event.kind === 'phase-started');
  expect(started.map(({ attempt, phase }) => `${attempt} ${phase}`)).toEqual([
    '1 plan',
    '1 execute',
    '2 execute',
  ]);
  const attempt = join(run, small.id, 'planner/2');
  const record = await readJsonFile(join(attempt, 'attempt.json'), attemptRecordSchema);
  expect(record).toMatchObject({
    kind: 'valid',
    value: { outcome: { kind: 'completed' }, phases: [{ adopted_from: 1 }, {}] },
  });
  expect(await readFile(join(attempt, 'patch.diff'), 'utf8')).toContain('+++ b/single.txt');
  const left = await refbench(['gc', '--dry-run']);
  expect(left.stderr).not.toContain('kill-plan');
});

test('multiplan by a judge with a key, then the six-plan control, which is paid for once', async () => {
  await using folder = await temporaryFolder();
  await using provider = await startModelServer({
    script: {
      usage: { input: 5000, output: 100 },
      rules: [{ answer: { choice: 2, reasoning: 'it is the most complete' } }],
    },
  });
  const agent = await planner(folder.path);
  const small = await smallOptions(folder.path);
  const runs = join(folder.path, 'runs');
  const env = { ANTHROPIC_API_KEY: 'sk-test', ANTHROPIC_BASE_URL: provider.url };
  const run = (mode: string): Promise<CommandResult> =>
    refbench(
      [
        'run',
        '--agent',
        agent,
        ...small.instance,
        '--mode',
        mode,
        '--run-id',
        mode,
        '--runs-dir',
        runs,
        '--judge-model',
        'claude-haiku-4-5',
        '--json',
      ],
      { env },
    );
  for (const mode of ['multiplan', 'plan']) expect(await run(mode)).toMatchObject({ code: 0 });
  const attempt = join(runs, 'multiplan', small.id, 'planner/1');
  expect(await readFile(join(attempt, 'patch.diff'), 'utf8')).toContain('+++ b/file-2.txt');
  expect(await readFile(join(runs, 'multiplan/run.json'), 'utf8')).toContain('claude-haiku-4-5');

  const control = (): Promise<CommandResult> =>
    refbench(
      [
        'plans',
        'control',
        '--multiplan',
        'multiplan',
        '--plan',
        'plan',
        '--runs-dir',
        runs,
        ...small.instance,
        '--judge-model',
        'claude-haiku-4-5',
        '--seed',
        '7',
        '--json',
      ],
      { env },
    );
  const asked = provider.requests().length;
  const first = await control();
  expect(first).toMatchObject({ code: 0, stderr: '' });
  expect(await control()).toMatchObject({ code: 0 });
  expect(provider.requests()).toHaveLength(asked + 1);
  const file = join(runs, 'multiplan/plan-control.plan.jsonl');
  const { events } = await readJournal(file, planControlSchema);
  expect(events).toMatchObject([{ instance: small.id, seed: '7', usage: { requests: 1 } }]);
  expect(events[0]?.choice).toBe(events[0]?.order[2]);

  const keyless = await refbench(
    ['plans', 'control', '--multiplan', 'multiplan', '--plan', 'plan', '--runs-dir', runs],
    { env: { ANTHROPIC_API_KEY: '', ANTHROPIC_BASE_URL: provider.url } },
  );
  expect(keyless.code).toBe(2);
  expect(keyless.stderr).toContain('ANTHROPIC_API_KEY');
});
