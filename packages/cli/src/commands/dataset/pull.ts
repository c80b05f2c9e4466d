import type { Command } from 'commander';
import { EXIT_CODES } from '@refbench/contracts';
import { readLicences } from '@refbench/code-facts';
import { PUBLISHED_DATASET, pullDataset, type PulledDataset } from '@refbench/datasets';
import { interruptible } from '../../options/mine-options.ts';
import { terminalText } from '../../terminal/terminal-text.ts';
import {
  addWorkspaceOptions,
  workspaceOf,
  type WorkspaceOptions,
} from '../../options/workspace-options.ts';

/** What `--json` prints. */
interface Output {
  readonly schema: 1;
  readonly kind: 'refbench-pulled-dataset';
  readonly name: string;
  readonly version: string;
  readonly digest: string;
  readonly source: string;
  readonly added: readonly string[];
  readonly kept: readonly string[];
  readonly replaced: readonly string[];
  readonly removed: readonly string[];
}

interface Options extends WorkspaceOptions {
  readonly replace: boolean;
  readonly json: boolean;
}

export function addDatasetPullCommand(dataset: Command, setExitCode: (code: number) => void): void {
  const pull = dataset
    .command('pull')
    .description('install a data set in this workspace, after its content was checked')
    .argument(
      '[source]',
      'package[@version] for npm, a folder, a .tgz or .zip archive, or <git dir or owner/name>@<commit>',
      PUBLISHED_DATASET,
    )
    .option('--replace', 'replace instances of another version that nobody changed', false)
    .option('--json', 'print one JSON object on standard output', false);
  addWorkspaceOptions(pull, { instances: 'write', rules: 'write', state: 'write' }).action(
    async (from: string, options: Options) => {
      const licences = await readLicences();
      const code = await interruptible(async ({ drain, stop }) => {
        const pulled = await pullDataset({
          workspace: workspaceOf(options),
          from,
          replace: options.replace,
          isOpen: licences.isOpen,
          onProgress: (line) => void process.stderr.write(`${terminalText(line)}\n`),
          signal: AbortSignal.any([drain, stop]),
        });
        const output = outputOf(pulled);
        process.stdout.write(`${options.json ? JSON.stringify(output) : textOf(output)}\n`);
        return EXIT_CODES.ok;
      });
      setExitCode(code);
    },
  );
}

function outputOf({ dataset, digest, source, added, kept, ...rest }: PulledDataset): Output {
  return {
    schema: 1,
    kind: 'refbench-pulled-dataset',
    name: dataset.name,
    version: dataset.version,
    digest,
    source,
    added,
    kept,
    replaced: rest.replaced,
    removed: rest.removed,
  };
}

function textOf({ name, version, digest, source, added, kept, replaced, removed }: Output): string {
  const counts = [
    [added, 'added'],
    [kept, 'already there'],
    [replaced, 'replaced'],
    [removed, 'removed'],
  ] as const;
  const done = counts.flatMap(([ids, what]) => (ids.length === 0 ? [] : [`${ids.length} ${what}`]));
  return [
    `${name} ${version}  ${digest}`,
    `source     ${terminalText(source)}`,
    `instances  ${done.join(', ')}`,
  ].join('\n');
}
