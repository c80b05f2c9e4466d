import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import type { RunStatus } from '@refbench/contracts';
import { isLockHeld } from '@refbench/base';
import { readRunDetails } from '@refbench/reports';
import { readControl, readPlan, writeControl, type ControlCommand } from '@refbench/runner';
import { document } from '../command-line/command/refbench-command.ts';
import { addFolderOption } from '../options/workspace-options.ts';

interface Options {
  readonly runsDir: string;
}

const COMMANDS: readonly (readonly [ControlCommand, string, string])[] = [
  ['pause', 'finish running attempts and start no other until resume', 'pause a run'],
  ['resume', 'let a paused run go on', 'go on'],
  ['drain', 'finish running attempts and end the run', 'end a run without losing work'],
  ['stop', 'stop running attempts and end the run', 'end a run at once'],
  [
    'retry',
    'give everything another try in this run that the infrastructure has failed, on all hosts',
    'try failed attempts again while the run goes on',
  ],
];

/** `refbench ctl`: controls a run from another terminal, or from another host that shares its folder. */
export function addCtlCommand(program: Command): void {
  const ctl = program.command('ctl').description('control a run from another terminal');
  for (const [name, description, example] of COMMANDS) addRequest(ctl, name, description, example);
  addStatus(ctl);
}

function addRequest(
  ctl: Command,
  name: ControlCommand,
  description: string,
  example: string,
): void {
  const command = ctl.command(`${name} <run>`).description(description);
  addFolderOption(command, 'runs', 'read').action(async (run: string, { runsDir }: Options) => {
    await readPlan(resolve(runsDir), run);
    const folder = join(resolve(runsDir), run);
    const runs = await isRunning(folder);
    if (!runs && name !== 'pause' && name !== 'resume') {
      process.stderr.write(`${run} does not run; there is nothing to ${name}\n`);
      return;
    }
    await writeControl(folder, name);
    const when = runs ? 'within a second' : 'when it is started again';
    process.stderr.write(`${run}: ${name} was requested, and takes effect ${when}\n`);
  });
  document(command, {
    output: 'Says on standard error what was requested.',
    exits: ['invalid-file', 'disk'],
    examples: [[`refbench ctl ${name} my-run`, example]],
  });
}

function addStatus(ctl: Command): void {
  const command = ctl
    .command('status <run>')
    .description('show what a run does, and how far it is')
    .option('--json', 'print one JSON object on standard output', false);
  addFolderOption(command, 'runs', 'read').action(
    async (run: string, options: Options & { readonly json: boolean }) => {
      const folder = join(resolve(options.runsDir), run);
      const details = await readRunDetails(folder, await readPlan(resolve(options.runsDir), run));
      const { wanted } = await readControl(folder);
      const states = new Map<string, number>();
      for (const { state } of details.results) states.set(state, (states.get(state) ?? 0) + 1);
      const status: RunStatus = {
        run,
        running: await isRunning(folder),
        wanted,
        attempts: details.results.length,
        states: Object.fromEntries(states),
        usd: details.results.reduce((total, { usd }) => total + (usd ?? 0), 0),
      };
      process.stdout.write(`${options.json ? JSON.stringify(status) : describe(status)}\n`);
    },
  );
  document(command, {
    output: 'Prints text on standard output. With `--json`, prints one object.',
    json: 'run-status',
    exits: ['invalid-file'],
    examples: [['refbench ctl status my-run', 'see how far a run is']],
  });
}

function describe({ run, running, wanted, attempts, states, usd }: RunStatus): string {
  const paused = wanted === 'pause' ? ', paused' : '';
  const parts = Object.entries(states).map(([state, count]) => `${count} ${state}`);
  return [
    `${run}  ${running ? 'running' : 'not running'}${paused}`,
    `${attempts} attempts: ${parts.join(', ')}`,
    `$${usd.toFixed(2)} spent by finished attempts`,
  ].join('\n');
}

async function isRunning(folder: string): Promise<boolean> {
  return await isLockHeld(join(folder, '.lock'));
}
