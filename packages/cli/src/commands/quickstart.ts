import { relative } from 'node:path';
import type { Command } from 'commander';
import { resolveAgent } from '@refbench/agents';
import { agentSubmission } from '@refbench/runner';
import { addBuildOptions, type BuildCommandOptions } from '../options/build-options.ts';
import { addBundledInstance, BUNDLED_PATTERN } from '../actions/bundled-instance.ts';
import { RUN_EXITS, RUN_FOLDERS, runSubmissions } from '../actions/run-submissions.ts';
import { document } from '../command-line/command/refbench-command.ts';
import {
  addWorkspaceOptions,
  workspaceOf,
  type WorkspaceOptions,
} from '../options/workspace-options.ts';

interface Options extends WorkspaceOptions, BuildCommandOptions {
  readonly runId: string;
  readonly json: boolean;
}

export function addQuickstartCommand(program: Command, setExitCode: (code: number) => void): void {
  const command = program
    .command('quickstart')
    .description('run golden, nop and script on the bundled instance, and show the scores')
    .option('--run-id <id>', 'name of the run', 'quickstart')
    .option('--json', 'print events and scores as JSON lines on standard output', false);
  addBuildOptions(addWorkspaceOptions(command, RUN_FOLDERS)).action(async (options: Options) => {
    for (const folder of await addBundledInstance(workspaceOf(options))) {
      process.stderr.write(`added ${relative(process.cwd(), folder)}\n`);
    }
    const agents = await Promise.all(['golden', 'nop', 'script'].map((name) => resolveAgent(name)));
    const code = await runSubmissions({
      run: options.runId,
      submissions: agents.map(agentSubmission),
      selection: { patterns: [BUNDLED_PATTERN] },
      options: {
        ...options,
        track: 'instructed',
        mode: 'direct',
        controls: 'full',
        // These agents need hardly a processor: one is graded while another works.
        parallel: 2,
      },
    });
    if (code === 0) process.stderr.write(READING_HELP);
    setExitCode(code);
  });
  document(command, {
    output:
      'Prints progress and the table of scores on standard error. Writes files to `<runs-dir>/quickstart`. Adds the bundled instance and its rules if the workspace lacks them.',
    json: 'run-events',
    exits: RUN_EXITS,
    examples: [['refbench quickstart', 'run three reference agents on the bundled instance']],
  });
}

const READING_HELP = `
golden applies the commit that people wrote: it passes the tests and follows every rule.
nop changes nothing: the tests still pass, but no rule is followed.
script makes about half of the change with shell commands: its scores are in between.
Next: refbench init                        adds an example agent to this folder
      refbench run --agent ./agents/example --instances 'refbench__*'
`;
