import { countOf } from '@refbench/base';
import type { Command } from 'commander';
import { EXIT_CODES } from '@refbench/contracts';
import { readLicences } from '@refbench/code-facts';
import { validateDataset, type DatasetValidation } from '@refbench/datasets';
import { interruptible } from '../options/mine-options.ts';
import { terminalText } from '../terminal/terminal-text.ts';
import {
  addWorkspaceOptions,
  workspaceOf,
  type WorkspaceOptions,
} from '../options/workspace-options.ts';

/** What `--json` prints. */
interface Output {
  readonly schema: 1;
  readonly kind: 'refbench-dataset-validation';
  readonly valid: boolean;
  readonly name: string | null;
  readonly version: string | null;
  readonly digest: string | null;
  readonly instances: number;
  /** In how many task texts and rule files the canary is. Null without a valid dataset.yaml. */
  readonly canary: DatasetValidation['canary'];
  readonly admission: { readonly admitted: number; readonly not_admitted: number };
  readonly problems: DatasetValidation['problems'];
}

interface Options extends WorkspaceOptions {
  readonly json: boolean;
}

export function addDatasetValidateCommand(
  dataset: Command,
  setExitCode: (code: number) => void,
): void {
  const validate = dataset
    .command('validate')
    .description(
      'check all instances and the card without containers: files, rules, licences, duplicates, digest',
    )
    .option('--json', 'print one JSON object on standard output', false);
  addWorkspaceOptions(validate).action(async (options: Options) => {
    const licences = await readLicences();
    const code = await interruptible(async ({ drain, stop }) => {
      const validation = await validateDataset(workspaceOf(options), {
        isOpen: licences.isOpen,
        signal: AbortSignal.any([drain, stop]),
      });
      const output = outputOf(validation);
      process.stdout.write(`${options.json ? JSON.stringify(output) : textOf(output)}\n`);
      return output.valid ? EXIT_CODES.ok : EXIT_CODES['invalid-file'];
    });
    setExitCode(code);
  });
}

function outputOf(validation: DatasetValidation): Output {
  const { dataset, digest, instances, admitted, canary, problems } = validation;
  return {
    schema: 1,
    kind: 'refbench-dataset-validation',
    valid: problems.length === 0,
    name: dataset?.name ?? null,
    version: dataset?.version ?? null,
    digest,
    instances,
    canary,
    admission: { admitted, not_admitted: instances - admitted },
    problems,
  };
}

function textOf({ name, version, digest, instances, canary, admission, problems }: Output): string {
  return [
    ...problems.flatMap(({ subject, problem, hint }) => [
      `${subject}  ${terminalText(problem)}`,
      `  hint: ${terminalText(hint)}`,
    ]),
    `${name ?? 'unnamed data set'} ${version ?? ''}`.trimEnd(),
    `instances  ${instances}: ${admission.admitted} admitted, ${admission.not_admitted} not admitted`,
    `digest     ${digest ?? 'unknown, because an instance cannot be read'}`,
    ...(canary === null
      ? []
      : [`canary     in ${canary.marked} of ${canary.files} task texts and rule files`]),
    problems.length === 0 ? 'valid' : `invalid: ${countOf(problems.length, 'problem')}`,
  ].join('\n');
}
