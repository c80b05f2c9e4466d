import { Option, type Command } from 'commander';
import { packagesSettingSchema } from '@refbench/contracts';
import { agentSubmission, newRunId } from '@refbench/runner';
import { noteLastDays } from '../options/host-model.ts';
import { addBuildOptions } from '../options/build-options.ts';
import { chosenAgents, type AgentOptions } from '../options/chosen-agents.ts';
import { document } from '../command-line/command/refbench-command.ts';
import { forwardedArguments } from '../command-line/forwarded-arguments.ts';
import { PathOption } from '../command-line/path-option.ts';
import { addFleetOptions, type FleetOptions } from '../options/fleet-options.ts';
import { addJudgeOptions, judgeOf, type JudgeCommandOptions } from '../options/judge-options.ts';
import { addLimitOptions } from '../options/limit-options.ts';
import { addModeOptions } from '../options/mode-options.ts';
import { addModelOptions, modelOptionsOf } from '../options/model-options.ts';
import { atMost } from '../options/number-options.ts';
import {
  addInstanceOptions,
  addRunOptions,
  RUN_EXITS,
  RUN_FOLDERS,
  runSubmissions,
  type RunCommandOptions,
  type RunRequest,
} from '../actions/run-submissions.ts';
import { addWorkspaceOptions, collectList } from '../options/workspace-options.ts';

interface Options extends RunCommandOptions, AgentOptions, JudgeCommandOptions, FleetOptions {
  readonly instances: readonly string[];
}

/** More would not even fit into the plan of a run. */
const attemptCount = atMost(1000);

type Order = Omit<RunRequest, 'options'> & { readonly options: Options };

/** Makes the attempts here, lets other processes make them, or makes those of a worker. */
async function execute(order: Order, command: Command): Promise<number> {
  const { options } = order;
  if (options.leases) {
    const { runUnderLeases } = await import('../actions/run-under-leases.ts');
    return await runUnderLeases(order);
  }
  const isFleet = options.queue !== undefined || options.engine !== undefined;
  if (!isFleet || options.dryRun === true) return await runSubmissions(order);
  const fleet = await import('../actions/run-on-fleet.ts');
  const given = process.argv.slice(process.argv.indexOf('run') + 1);
  const { HOST_OPTIONS, COORDINATOR_OPTIONS } = fleet;
  const local = new Set([...HOST_OPTIONS, ...COORDINATOR_OPTIONS]);
  const all = command.options.map((option) => option.attributeName());
  const others = new Set(all.filter((name) => !HOST_OPTIONS.includes(name)));
  return await fleet.runOnFleet({
    ...order,
    forwarded: forwardedArguments(command, given, local),
    hostOptions: forwardedArguments(command, given, others),
  });
}

export function addRunCommand(program: Command, setExitCode: (code: number) => void): void {
  const command = program
    .command('run')
    .description('run agents on instances and score the resulting patches')
    .requiredOption(
      '--agent <name|dir>',
      'claude-code, codex, qwen-code, opencode, gemini-cli, golden, nop, script, or an agent directory (repeatable, or a,b); instances without tests allow golden and nop alone',
      collectList,
    )
    .option(
      '--attempts <n>',
      'independent attempts of each agent per instance, not counting retries after infrastructure failures',
      attemptCount,
    )
    .option(
      '--agent-name <agent=name>',
      'rename an agent in this run, e.g. ./v2=my-agent-2 (repeatable)',
      collectList,
    )
    .option(
      '--agent-option <agent.option=value>',
      'option of an agent, e.g. codex.effort=medium or codex.arg=--search (repeatable)',
      (value: string, previous: readonly string[] | undefined) => [...(previous ?? []), value],
    )
    .addOption(
      new Option(
        '--packages <setting>',
        'packages for agents: none, or dated (those of the time of the commit, without the project itself); default: what each instance says',
      ).choices(packagesSettingSchema.options),
    )
    .addOption(
      new PathOption(
        '--script <file>',
        'program of the script agent (default: the script of the instance)',
        'read-file',
      ),
    );
  addInstanceOptions(command, 'required');
  addFleetOptions(
    addJudgeOptions(addModeOptions(addModelOptions(addLimitOptions(addRunOptions(command))))),
  );
  addBuildOptions(addWorkspaceOptions(command, RUN_FOLDERS)).action(async (options: Options) => {
    const agents = await chosenAgents(options);
    const asks = agents.some((agent) => agent.model !== undefined);
    const judge = options.mode === 'multiplan' ? await judgeOf(options) : undefined;
    const models = asks || judge !== undefined ? await modelOptionsOf(options) : undefined;
    for (const name of new Set(agents.flatMap(({ model }) => model?.name ?? []))) {
      const price = models?.prices.priceOf(name);
      if (price !== undefined) noteLastDays(name, price);
    }
    const run = options.runId ?? newRunId();
    const submissions = agents.map(agentSubmission);
    const selection = { patterns: options.instances };
    const order = { run, submissions, options, selection, models, judge };
    setExitCode(await execute(order, command));
  });
  document(command, {
    output:
      'Prints progress and the table of scores on standard error. Writes files to `<runs-dir>/<run>`. With `--json`, prints one event per line on standard output. On instances without tests, only golden and nop can run, because other agents need an image.',
    json: 'run-events',
    alsoJson: 'dry-run',
    exits: RUN_EXITS,
    examples: [
      [
        "refbench run --agent golden,nop --instances 'refbench__*'",
        'score the golden patch and an empty patch',
      ],
      [
        "refbench run --agent ./my-agent --instances 'refbench__*'",
        'run your own agent from its directory',
      ],
      [
        'refbench run --agent claude-code --model claude-sonnet-4-6 --instances lite --budget 5 --run-budget 20',
        'run a published agent on a small set within a budget',
      ],
      [
        "refbench run --agent codex --model gpt-5.5 --instances '*' --language go --sample 10 --dry-run",
        'estimate a run without running it',
      ],
    ],
  });
}
