import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scoreSchema } from '@refbench/contracts';
import { readJsonFile } from '@refbench/base';
import { reportSchema } from '@refbench/reports';
import {
  leftBehind,
  refbench,
  smallOptions,
  temporaryFolder,
  type CommandResult,
} from './command.testkit.ts';

const SEED = 3;

/** What the agent's coin shows at an attempt: the same arithmetic as in its program. */
function breaks(repeat: number): boolean {
  const state = BigInt(SEED) * 1_103_515_245n + BigInt(repeat) * 12_345_678n;
  return (state / 65_536n) % 2n === 1n;
}

/** An agent that by its seed either breaks the code or leaves a harmless file. */
async function flakyAgent(folder: string): Promise<string> {
  const directory = join(folder, 'flaky');
  await mkdir(directory);
  await writeFile(
    join(directory, 'agent.yaml'),
    'name: flaky\nversion: "1"\ncommand: [bash, /opt/agent/work.sh]\n',
  );
  await writeFile(
    join(directory, 'work.sh'),
    [
      `state=$(( ${SEED} * 1103515245 + REFBENCH_REPEAT * 12345678 ))`,
      'if (( state / 65536 % 2 == 1 )); then rm -rf src; else echo "$REFBENCH_REPEAT" > note.txt; fi',
      '',
    ].join('\n'),
  );
  return directory;
}

test('three attempts of a flaky agent: killed, resumed, and reported with pass@k and variance', async () => {
  await using folder = await temporaryFolder();
  const before = await leftBehind();
  const agent = await flakyAgent(folder.path);
  const small = await smallOptions(folder.path);
  const runs = ['--runs-dir', join(folder.path, 'runs')];
  const command = (
    attempts: number,
    onLine?: (line: string) => NodeJS.Signals | undefined,
  ): Promise<CommandResult> =>
    refbench(
      [
        'run',
        '--agent',
        agent,
        ...small.instance,
        '--attempts',
        String(attempts),
        '--run-id',
        'flaky',
        ...runs,
        '--parallel',
        '1',
        '--json',
      ],
      onLine === undefined ? {} : { onLine },
    );

  const killed = await command(3, (line) => {
    const event = JSON.parse(line) as { kind: string; repeat?: number };
    return event.kind === 'phase' && event.repeat === 2 ? 'SIGKILL' : undefined;
  });
  expect(killed.code).toBeNull();
  const finished = await command(3);
  expect(finished.code).toBe(0);
  // The first attempt had been scored before the kill.
  expect(finished.stdout).toContain('"reused":true');

  const run = join(folder.path, 'runs', 'flaky');
  const instance = (await readdir(run)).find((name) => name.startsWith('refbench__')) ?? '';
  const own = join(run, instance, 'flaky');
  expect((await readdir(own)).sort()).toEqual(['1', 'repeat-2', 'repeat-3']);
  const right = [1, 2, 3].filter((repeat) => !breaks(repeat)).length;
  // The seed was chosen so that the attempts are not all alike.
  expect([1, 2]).toContain(right);
  for (const repeat of [1, 2, 3]) {
    const place = repeat === 1 ? own : join(own, `repeat-${repeat}`);
    const [last = ''] = (await readdir(place))
      .filter((name) => /^\d+$/.test(name))
      .sort()
      .toReversed();
    const score = await readJsonFile(join(place, last, 'score.json'), scoreSchema);
    if (score.kind !== 'valid') throw new Error('each attempt has a score');
    expect(score.value.pass).toBe(breaks(repeat) ? 0 : 1);
    expect(score.value.repeat).toBe(repeat === 1 ? undefined : repeat);
    expect(score.value.size?.lines).toBeGreaterThanOrEqual(0);
    const patch = await readFile(join(place, last, 'patch.diff'), 'utf8');
    expect(patch).toContain(breaks(repeat) ? 'deleted file' : `+${repeat}`);
  }

  const { stdout } = await refbench(['report', 'flaky', ...runs, '--json', '--resamples', '200']);
  const report = reportSchema.parse(JSON.parse(stdout));
  expect(report.publishable).toBe(true);
  const summary = report.repeats.find(({ metric }) => metric === 'pass');
  expect(summary).toMatchObject({ agent: 'flaky', n: 1, fewest: 3, most: 3, best: 1 });
  const wrong = 3 - right;
  const choose = (from: number, k: number): number =>
    Array.from({ length: k }, (_, at) => (from - at) / (k - at)).reduce((a, b) => a * b, 1);
  for (const k of [1, 2, 3]) {
    expect(summary?.passAtK[k - 1]).toBeCloseTo(1 - choose(wrong, k) / choose(3, k), 12);
    expect(summary?.passHatK[k - 1]).toBeCloseTo(choose(right, k) / choose(3, k), 12);
  }
  const mean = right / 3;
  expect(summary?.mean).toBeCloseTo(mean, 12);
  expect(summary?.within).toBeCloseTo(Math.sqrt((mean * (1 - mean) * 3) / 2), 12);

  const other = await command(2);
  expect(other.code).not.toBe(0);
  expect(other.stderr).toContain('a plan with other repeats');
  // Whatever lay there before is another's.
  expect((await leftBehind()).filter((line) => !before.includes(line))).toEqual([]);
});
