import type { Command } from 'commander';
import { resolveAgent } from '@refbench/agents';
import { RefbenchError } from '@refbench/contracts';
import { agentSubmission, selectInstances } from '@refbench/runner';
import { addBuildOptions, type BuildCommandOptions } from '../build-options.ts';
import { RUN_EXITS, RUN_FOLDERS, runSubmissions } from '../run-submissions.ts';
import { document } from '../command-line/refbench-command.ts';
import { addWorkspaceOptions, workspaceOf, type WorkspaceOptions } from '../workspace-options.ts';

/** The instances whose repository lies in the project: nothing is fetched for them. */
const BUNDLED = 'refbench__*';

interface Options extends WorkspaceOptions, BuildCommandOptions {
  readonly runId: string;
  readonly json: boolean;
}

export function addQuickstartCommand(program: Command, setExitCode: (code: number) => void): void {
  const command = program
    .command('quickstart')
    .description('run golden, nop and script on the bundled instance and show the scores')
    .option('--run-id <id>', 'name of the run', 'quickstart')
    .option('--json', 'events and scores as JSON lines on standard output', false);
  addBuildOptions(addWorkspaceOptions(command, RUN_FOLDERS)).action(async (options: Options) => {
    await selectInstances(workspaceOf(options), [BUNDLED]).catch((error: unknown) => {
      throw new RefbenchError({
        kind: 'usage',
        message: `the bundled instance is not in ${options.instancesDir}`,
        hint: 'run the quickstart from the root of the repository',
        cause: error,
      });
    });
    const agents = await Promise.all(['golden', 'nop', 'script'].map((name) => resolveAgent(name)));
    const code = await runSubmissions({
      run: options.runId,
      submissions: agents.map(agentSubmission),
      selection: { patterns: [BUNDLED] },
      options: {
        ...options,
        track: 'instructed',
        mode: 'direct',
        controls: 'full',
        parallel: 1,
      },
    });
    if (code === 0) process.stderr.write(READING_HELP);
    setExitCode(code);
  });
  document(command, {
    output: 'Progress and the table of scores on standard error; files in `<runs-dir>/quickstart`.',
    json: 'run-events',
    exits: RUN_EXITS,
    examples: [['refbench quickstart', 'three reference agents on the bundled instance']],
  });
}

const READING_HELP = `
golden is the human's own commit: it passes the tests and follows every rule.
nop changes nothing: the tests still pass, no rule is followed.
script renames by sed what can be renamed so: something in between.
Next: refbench run --agent ./your-agent --instances 'refbench__*'   (see README.md)
`;
