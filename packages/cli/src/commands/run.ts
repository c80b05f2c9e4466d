import { resolve } from 'node:path';
import type { Command } from 'commander';
import { resolveAgent, type Agent } from '@refbench/agents';
import { agentContestant, newRunId } from '@refbench/runner';
import { addBuildOptions } from '../build-options.ts';
import { addJudgeOptions, judgeOf, type JudgeCommandOptions } from '../judge-options.ts';
import { addModeOptions } from '../mode-options.ts';
import {
  addModelOptions,
  forAgent,
  modelOptionsOf,
  type ModelCommandOptions,
} from '../model-options.ts';
import {
  addRunOptions,
  positiveInteger,
  runContestants,
  type RunCommandOptions,
} from '../run-contestants.ts';
import { addWorkspaceOptions, collectList } from '../workspace-options.ts';

interface Options extends RunCommandOptions, ModelCommandOptions, JudgeCommandOptions {
  readonly agent: readonly string[];
  readonly script?: string;
}

export function addRunCommand(program: Command, setExitCode: (code: number) => void): void {
  const command = program
    .command('run')
    .description('run agents on instances and score what they leave')
    .requiredOption(
      '--agent <name|dir>',
      'claude-code, codex, qwen-code, opencode, gemini-cli, golden, nop, script, or an agent directory (repeatable, or a,b)',
      collectList,
    )
    .option(
      '--attempts <n>',
      'independent attempts of each agent at each instance, apart from retries of the machine',
      positiveInteger,
    )
    .option('--script <file>', "what the script agent runs, instead of the instance's own script");
  addJudgeOptions(addModeOptions(addModelOptions(addRunOptions(command))));
  addBuildOptions(addWorkspaceOptions(command)).action(async (options: Options) => {
    const agents = await Promise.all(options.agent.map((name) => agentOf(name, options)));
    const asks = agents.some((agent) => agent.model !== undefined);
    const judge = options.mode === 'multiplan' ? await judgeOf(options) : undefined;
    const models = asks || judge !== undefined ? await modelOptionsOf(options) : undefined;
    const run = options.runId ?? newRunId();
    setExitCode(await runContestants(run, agents.map(agentContestant), options, models, judge));
  });
}

async function agentOf(name: string, options: Options): Promise<Agent> {
  const model = forAgent('--model', options.model, name, options.agent);
  const version = forAgent('--agent-version', options.agentVersion, name, options.agent);
  return await resolveAgent(name, {
    stateDir: resolve(options.stateDir),
    ...(options.script === undefined ? {} : { script: resolve(options.script) }),
    ...(model === undefined ? {} : { model }),
    ...(version === undefined ? {} : { version }),
  });
}
