import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { countOf } from '@refbench/base';
import type { Command } from 'commander';
import { DEFAULT_LIMITS, TOOL_VERSION } from '@refbench/contracts';
import { answerInvitation, AttemptPool } from '@refbench/fleet';
import { sweepSocketFolders } from '@refbench/models';
import { connectEngine } from '@refbench/sandbox';
import { HOST_OPTIONS, onceEach, ownProgram, queuePackage } from '../actions/run-on-fleet.ts';
import { forwardedArguments } from '../command-line/forwarded-arguments.ts';
import { document } from '../command-line/command/refbench-command.ts';
import { roomFor } from '../options/engine-list.ts';
import { addBuildOptions, type BuildCommandOptions } from '../options/build-options.ts';
import { positive } from '../options/number-options.ts';
import { addWorkspaceOptions, type WorkspaceOptions } from '../options/workspace-options.ts';
import { twoStageSignals } from '../terminal/two-stage-signals.ts';

interface Options extends WorkspaceOptions, BuildCommandOptions {
  readonly queue: string;
  readonly slots?: number;
  readonly name?: string;
}

/** `refbench worker`: makes attempts of runs that other hosts conduct. */
export function addWorkerCommand(program: Command, setExitCode: (code: number) => void): void {
  const command = program
    .command('worker')
    .description('make attempts on this host for runs that were started with refbench run --queue')
    .requiredOption('--queue <url>', 'the Redis server of the runs, e.g. redis://10.0.0.5:6379')
    .option(
      '--slots <n>',
      'number of concurrent attempts (default: as many as the engine has processors and memory for)',
      positive,
    )
    .option('--name <name>', 'name of this worker in messages (default: the name of the host)');
  addBuildOptions(addWorkspaceOptions(command, { instances: 'read', state: 'write' })).action(
    async (options: Options) => {
      const { takeTickets } = await queuePackage();
      const stateDir = resolve(options.stateDir);
      // Fails at once if there is no engine, and not with the first attempt.
      const { engine, room } = await askEngine(stateDir);
      const { slots = room } = options;
      const say = (line: string): void => void process.stderr.write(`${line}\n`);
      using signals = twoStageSignals(say);
      const name = options.name ?? hostname();
      say(`${name} waits for work with ${countOf(slots, 'slot')} on ${engine}`);
      const given = process.argv.slice(process.argv.indexOf('worker') + 1);
      const all = command.options.map((option) => option.attributeName());
      const others = new Set(all.filter((one) => !HOST_OPTIONS.includes(one)));
      const hostOptions = forwardedArguments(command, given, others);
      await using pool = new AttemptPool();
      await takeTickets(options.queue, {
        slots,
        stop: signals.drain,
        onError: onceEach(say),
        handle: (ticket) =>
          answerInvitation(ticket, {
            pool,
            worker: { name, engine: `${name} (${engine})`, tool: TOOL_VERSION },
            stateDir,
            program: ownProgram(),
            hostOptions,
            stop: signals.stop,
            say,
          }),
      });
      await sweepSocketFolders(stateDir, false);
      setExitCode(0);
    },
  );
  document(command, {
    output:
      'Prints a line per attempt on standard error. Runs until it is stopped: the first Ctrl-C finishes running attempts, the second gives them back.',
    exits: ['engine', 'disk'],
    examples: [
      ['refbench worker --queue redis://10.0.0.5:6379 --slots 2', 'make two attempts at a time'],
    ],
  });
}

async function askEngine(
  stateDir: string,
): Promise<{ readonly engine: string; readonly room: number }> {
  await using engine = await connectEngine({ stateDir });
  return { engine: engine.info.socketPath, room: roomFor(engine.info, DEFAULT_LIMITS.agent) };
}
