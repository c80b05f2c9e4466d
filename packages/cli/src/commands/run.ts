import type { Command } from 'commander';
import { agentSubmission, newRunId } from '@refbench/runner';
import { addBuildOptions } from '../build-options.ts';
import { chosenAgents, type AgentOptions } from '../chosen-agents.ts';
import { document } from '../command-line/refbench-command.ts';
import { PathOption } from '../command-line/path-option.ts';
import { addJudgeOptions, judgeOf, type JudgeCommandOptions } from '../judge-options.ts';
import { addLimitOptions } from '../limit-options.ts';
import { addModeOptions } from '../mode-options.ts';
import { addModelOptions, modelOptionsOf } from '../model-options.ts';
import { positive } from '../number-options.ts';
import {
  addInstanceOptions,
  addRunOptions,
  RUN_EXITS,
  RUN_FOLDERS,
  runSubmissions,
  type RunCommandOptions,
} from '../run-submissions.ts';
import { addWorkspaceOptions, collectList } from '../workspace-options.ts';

interface Options extends RunCommandOptions, AgentOptions, JudgeCommandOptions {
  readonly instances: readonly string[];
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
      positive,
    )
    .option(
      '--agent-name <agent=name>',
      'another name for an agent of this run, e.g. ./v2=my-agent-2 (repeatable)',
      collectList,
    )
    .option(
      '--agent-option <agent.option=value>',
      'e.g. codex.effort=medium, claude-code.effort=high, codex.arg=--search (repeatable)',
      (value: string, previous: readonly string[] | undefined) => [...(previous ?? []), value],
    )
    .addOption(
      new PathOption(
        '--script <file>',
        "what the script agent runs, instead of the instance's own script",
        'read-file',
      ),
    );
  addInstanceOptions(command, 'required');
  addJudgeOptions(addModeOptions(addModelOptions(addLimitOptions(addRunOptions(command)))));
  addBuildOptions(addWorkspaceOptions(command, RUN_FOLDERS)).action(async (options: Options) => {
    const agents = await chosenAgents(options);
    const asks = agents.some((agent) => agent.model !== undefined);
    const judge = options.mode === 'multiplan' ? await judgeOf(options) : undefined;
    const models = asks || judge !== undefined ? await modelOptionsOf(options) : undefined;
    const run = options.runId ?? newRunId();
    const submissions = agents.map(agentSubmission);
    const selection = { patterns: options.instances };
    setExitCode(await runSubmissions({ run, submissions, options, selection, models, judge }));
  });
  document(command, {
    output:
      'Progress and the table of scores on standard error; files in `<runs-dir>/<run>`. With `--json`, one event a line on standard output.',
    json: 'run-events',
    alsoJson: 'dry-run',
    exits: RUN_EXITS,
    examples: [
      [
        "refbench run --agent golden,nop --instances 'refbench__*'",
        'see what the best and the least score',
      ],
      [
        "refbench run --agent ./my-agent --instances 'refbench__*'",
        'your own agent, from its directory',
      ],
      [
        'refbench run --agent claude-code --model claude-sonnet-4-5 --instances lite --budget 5 --run-budget 20',
        'a published agent on a small set, within a budget',
      ],
      [
        "refbench run --agent codex --model gpt-5.5 --instances '*' --language go --sample 10 --dry-run",
        'what a run would take, without running it',
      ],
    ],
  });
}
