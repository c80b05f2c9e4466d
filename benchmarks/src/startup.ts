/**
 * Measures how long commands of the built command line take that only print something, compared with
 * starting Node for nothing, alternately. The processor time (user and system) is the smallest of all
 * rounds, because other processes of a shared machine only add to it. Goals: 0.3 s for help, 0.4 s for
 * the list of the instances.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { performance } from 'node:perf_hooks';

const ROUNDS = 10;

const root = fileURLToPath(new URL('../../', import.meta.url));
const program = 'packages/cli/bin/refbench.js';

const COMMANDS: readonly (readonly [line: string, goalSeconds: number, exitCode: number])[] = [
  ['--version', 0.3, 0],
  ['--help', 0.3, 0],
  ['run --help', 0.3, 0],
  ['no-such-command', 0.3, 2],
  ['runs list', 0.4, 0],
  ['instance list', 0.4, 0],
];

interface Cost {
  readonly cpu: number;
  readonly wall: number;
}

const rows = COMMANDS.map(([line, goal, exitCode]) => {
  const args = [program, ...line.split(' ')];
  let [floor, ours]: [Cost, Cost] = [never(), never()];
  for (let round = 0; round < ROUNDS; round += 1) {
    floor = better(floor, costOf(['-e', '0'], 0));
    ours = better(ours, costOf(args, exitCode));
  }
  return { line, goal, floor, ours };
});

for (const { line, goal, floor, ours } of rows) {
  const row = {
    command: `refbench ${line}`,
    node_s: floor.cpu.toFixed(3),
    ours_s: ours.cpu.toFixed(3),
    ratio: (ours.cpu / floor.cpu).toFixed(2),
    wall_s: ours.wall.toFixed(3),
  };
  process.stdout.write(`${JSON.stringify(row)}\n`);
  if (ours.cpu > goal) process.exitCode = 1;
}

function costOf(args: readonly string[], exitCode: number): Cost {
  // The shell reports the processor time of exactly this process.
  const script = 'TIMEFORMAT="%U %S"; time "$@" >/dev/null 2>/dev/null';
  const begun = performance.now();
  const { status, stderr } = spawnSync('bash', ['-c', script, 'bash', process.execPath, ...args], {
    cwd: root,
    encoding: 'utf8',
  });
  const wall = (performance.now() - begun) / 1000;
  if (status !== exitCode) throw new Error(`${args.join(' ')} ended with exit code ${status}`);
  const [user = Number.NaN, system = Number.NaN] = stderr.trim().split(' ').map(Number);
  return { cpu: user + system, wall };
}

function better(one: Cost, other: Cost): Cost {
  return { cpu: Math.min(one.cpu, other.cpu), wall: Math.min(one.wall, other.wall) };
}

function never(): Cost {
  return { cpu: Number.POSITIVE_INFINITY, wall: Number.POSITIVE_INFINITY };
}
