import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { journalEventSchema, scoreSchema } from '@refbench/contracts';
import { readJournal, readJsonFile } from '@refbench/base';
import {
  leftBehind,
  refbench,
  smallOptions,
  temporaryFolder,
  type CommandResult,
} from './command.testkit.ts';

/** An agent that takes long enough to be killed while it works, and while its suite runs. */
async function slowAgent(folder: string): Promise<string> {
  const directory = join(folder, 'slow');
  await mkdir(directory);
  await writeFile(
    join(directory, 'agent.yaml'),
    'name: slow\nversion: "1"\ncommand: [bash, /opt/agent/work.sh]\n',
  );
  await writeFile(
    join(directory, 'work.sh'),
    `echo slow > slow.txt
cat > test/slow.test.ts <<'END'
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
test('slow', () => setTimeout(5000));
END
sleep 5
`,
  );
  return directory;
}

function phaseOf(line: string): string {
  const event = JSON.parse(line) as { kind: string; agent?: string; phase?: string };
  return event.kind === 'phase' ? `${event.agent} ${event.phase}` : event.kind;
}

test.each([
  ['inferring', [false]],
  // It takes a moment only, so the kill may come when the record is written.
  ['collecting', [false, true]],
  ['testing', [true]],
])(
  'kill -9 while the second attempt is %s: the same command finishes, nothing is done twice',
  async (phase, recorded) => {
    await using folder = await temporaryFolder();
    const agent = await slowAgent(folder.path);
    const small = await smallOptions(folder.path);
    const command = (
      onLine?: (line: string) => NodeJS.Signals | undefined,
    ): Promise<CommandResult> =>
      refbench(
        [
          'run',
          '--agent',
          `nop,${agent}`,
          ...small.instance,
          '--run-id',
          `kill-${phase}`,
          '--runs-dir',
          join(folder.path, 'runs'),
          '--json',
          '--controls',
          'none',
        ],
        onLine === undefined ? {} : { onLine },
      );

    const killed = await command((line) =>
      phaseOf(line) === `slow ${phase}` ? 'SIGKILL' : undefined,
    );
    expect(killed.code).toBeNull();
    const run = join(folder.path, 'runs', `kill-${phase}`);
    const isRecorded = existsSync(join(run, small.id, 'slow/1/attempt.json'));
    expect(recorded).toContain(isRecorded);

    const finished = await command();
    expect(finished.stderr).toBe('');
    expect(finished.code).toBe(0);
    const { events, invalidLines } = await readJournal(
      join(run, 'events.jsonl'),
      journalEventSchema,
    );
    expect(invalidLines).toBe(0);
    const started = events.filter((event) => event.kind === 'attempt-started');
    expect(started.filter((event) => event.agent === 'nop')).toHaveLength(1);
    // Killed after the record was written, the attempt is only graded; before, it is tried anew.
    expect(started.filter((event) => event.agent === 'slow')).toHaveLength(isRecorded ? 1 : 2);
    const instance = (await readdir(run)).find((name) => name.startsWith('refbench__')) ?? '';
    const attempts = (await readdir(join(run, instance, 'slow'))).sort();
    const score = await readJsonFile(
      join(run, instance, 'slow', attempts.at(-1) ?? '', 'score.json'),
      scoreSchema,
    );
    expect(score).toMatchObject({ kind: 'valid', value: { pass: 1, verdict: 'model' } });
    expect(
      await readFile(join(run, instance, 'slow', attempts.at(-1) ?? '', 'patch.diff'), 'utf8'),
    ).toContain('+slow');

    const again = await command();
    expect(again.code).toBe(0);
    expect(again.stdout).not.toContain('"kind":"phase"');
    expect(await leftBehind()).toEqual([]);
  },
);

test('Ctrl-C once finishes the running attempts and exits with 130; the rest can be resumed', async () => {
  await using folder = await temporaryFolder();
  const agent = await slowAgent(folder.path);
  const small = await smallOptions(folder.path);
  const args = [
    'run',
    '--agent',
    `${agent},nop`,
    ...small.instance,
    '--run-id',
    'drain',
    '--runs-dir',
    join(folder.path, 'runs'),
    '--json',
    '--controls',
    'none',
  ];
  const drained = await refbench(args, {
    onLine: (line) => (phaseOf(line) === 'slow inferring' ? 'SIGINT' : undefined),
  });
  expect(drained.code).toBe(130);
  expect(drained.stdout).toMatch(/"kind":"scored".*"agent":"slow"/);
  expect(drained.stdout).not.toMatch(/"kind":"scored".*"agent":"nop"/);
  const rest = await refbench(args);
  expect(rest.code).toBe(0);
  expect(rest.stdout).toMatch(/"kind":"scored".*"agent":"nop"/);
});
