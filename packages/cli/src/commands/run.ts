import { resolve } from 'node:path';
import type { Command } from 'commander';
import { resolveAgent } from '@refbench/agents';
import { agentContestant, newRunId } from '@refbench/runner';
import { addBuildOptions } from '../build-options.ts';
import { addModeOptions } from '../mode-options.ts';
import { addRunOptions, runContestants, type RunCommandOptions } from '../run-contestants.ts';
import { addWorkspaceOptions, collectList } from '../workspace-options.ts';

interface Options extends RunCommandOptions {
  readonly agent: readonly string[];
  readonly script?: string;
}

export function addRunCommand(program: Command, setExitCode: (code: number) => void): void {
  const command = program
    .command('run')
    .description('run agents on instances and score what they leave')
    .requiredOption(
      '--agent <name|dir>',
      'golden, nop, script, or an agent directory (repeatable, or a,b)',
      collectList,
    )
    .option('--script <file>', "what the script agent runs, instead of the instance's own script");
  addModeOptions(addRunOptions(command));
  addBuildOptions(addWorkspaceOptions(command)).action(async (options: Options) => {
    const script = options.script === undefined ? {} : { script: resolve(options.script) };
    const agents = await Promise.all(options.agent.map((name) => resolveAgent(name, script)));
    const contestants = agents.map(agentContestant);
    setExitCode(await runContestants(options.runId ?? newRunId(), contestants, options));
  });
}
