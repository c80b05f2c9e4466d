import { resolve } from 'node:path';
import type { Command } from 'commander';
import { RefbenchError } from '@refbench/contracts';
import { listInstanceIds } from '@refbench/instances';
import { newRunId, predictionSubmissions } from '@refbench/runner';
import { addBuildOptions } from '../options/build-options.ts';
import { document } from '../command-line/command/refbench-command.ts';
import {
  addInstanceOptions,
  addRunOptions,
  RUN_EXITS,
  RUN_FOLDERS,
  runSubmissions,
  type RunCommandOptions,
} from '../actions/run-submissions.ts';
import { addWorkspaceOptions } from '../options/workspace-options.ts';

interface Options extends RunCommandOptions {
  readonly instances?: readonly string[];
  readonly predictions: string;
}

export function addGradeCommand(program: Command, setExitCode: (code: number) => void): void {
  const command = program
    .command('grade')
    .description('score existing patches')
    .requiredOption(
      '--predictions <file|golden|nop>',
      'JSON lines, a JSON array or a JSON object by instance id, with instance_id, model_name_or_path and model_patch; - for standard input; or golden; or nop',
    );
  addRunOptions(addInstanceOptions(command, 'instances with a patch'));
  addBuildOptions(addWorkspaceOptions(command, RUN_FOLDERS)).action(async (options: Options) => {
    const known = await listInstanceIds(resolve(options.instancesDir));
    const { submissions, instances } = await predictionSubmissions(options.predictions, known);
    const patterns = options.instances ?? instances;
    if (patterns === undefined || patterns.length === 0) throw noInstances(options.predictions);
    const run = options.runId ?? newRunId();
    const selection = { patterns };
    setExitCode(await runSubmissions({ run, submissions, options, selection, unfinished: true }));
  });
  document(command, {
    output:
      'Prints progress and the table of scores on standard error. Writes files to `<runs-dir>/<run>`. With `--json`, prints one event per line on standard output. Instances without tests get IFR and precision, but no Pass and no alignment; no container is started for them.',
    json: 'run-events',
    alsoJson: 'dry-run',
    exits: RUN_EXITS,
    examples: [
      ['refbench grade --predictions patches.jsonl', 'score every instance that has a patch'],
      [
        "refbench grade --predictions patches.jsonl --instances '*'",
        'also list instances without a patch as absent',
      ],
      [
        "refbench grade --predictions golden --instances 'koajs__*'",
        'check an instance with the patch of its golden commit',
      ],
    ],
  });
}

function noInstances(predictions: string): RefbenchError {
  const isEverywhere = predictions === 'golden' || predictions === 'nop';
  return new RefbenchError({
    kind: 'usage',
    message: isEverywhere
      ? `--predictions ${predictions} applies to every instance, and no instance is specified`
      : `${predictions} contains no patch: every model_patch is null`,
    hint: isEverywhere
      ? "specify them, e.g. --instances 'refbench__*'"
      : 'check the file, or specify --instances to list instances as absent',
  });
}
