import { isAbsolute, join, resolve } from 'node:path';
import { countOf } from '@refbench/base';
import type { Command } from 'commander';
import { EXIT_CODES } from '@refbench/contracts';
import {
  mineShards,
  openMineFolder,
  readDefinition,
  type Definition,
  type DefinitionFiles,
  type Shard,
} from '@refbench/mining';
import { PathOption } from '../command-line/path-option.ts';
import { terminalText } from '../terminal/terminal-text.ts';
import { twoStageSignals, type RunSignals } from '../terminal/two-stage-signals.ts';
import { addFolderOption, addMirrorOption } from './workspace-options.ts';

/** Options of all `mine` commands. */
export interface MineOptions {
  readonly folder: string;
  readonly definition?: string;
  readonly keywords?: string;
  readonly mirror?: string;
  readonly url?: string;
  readonly stateDir: string;
  readonly json: boolean;
}

/** The default folder lies in the state folder, because mined commits are not part of the project. */
export const MINED_FOLDER: string = join(process.env['REFBENCH_STATE_DIR'] ?? '.refbench', 'mined');

const REPOSITORY_URL = 'https://github.com/{owner}/{name}.git';

export function addFolderOptions(command: Command): Command {
  return command
    .addOption(
      new PathOption(
        '--folder <dir>',
        'folder of the mined commits; an existing one is continued',
        'write-folder',
      ).default(MINED_FOLDER),
    )
    .option('--json', 'print JSON lines on standard output', false);
}

export function addMineOptions(command: Command): Command {
  return addFolderOptions(command)
    .addOption(new PathOption('--definition <file>', 'custom thresholds', 'read-file'))
    .addOption(new PathOption('--keywords <file>', 'custom keywords', 'read-file'));
}

export function addGitOptions(command: Command): Command {
  command.option(
    '--url <template>',
    `URL to fetch commits that no mirror has, e.g. ${REPOSITORY_URL}; by default, nothing is fetched`,
  );
  return addFolderOption(addMirrorOption(command), 'state', 'write');
}

export interface GitPlaces {
  readonly mirror: string | undefined;
  readonly url: string | undefined;
  readonly cacheDir: string;
}

export function gitPlacesOf({ mirror, url, stateDir }: MineOptions): GitPlaces {
  return {
    mirror: mirror === undefined || isAbsolute(mirror) ? mirror : resolve(mirror),
    url,
    cacheDir: join(resolve(stateDir), 'repositories'),
  };
}

export function definitionFilesOf({ definition, keywords }: MineOptions): DefinitionFiles {
  return {
    ...(definition === undefined ? {} : { thresholds: resolve(definition) }),
    ...(keywords === undefined ? {} : { keywords: resolve(keywords) }),
  };
}

/**
 * Reads the shards into the folder and reports each. Returns exit code 3 if one could not be read.
 * @param mostFailures number of failed shards in a row after which the command stops
 */
export async function mineInto(
  options: MineOptions,
  jobs: number,
  shardsOf: (definition: Definition) => Promise<readonly Shard[]>,
  mostFailures?: number,
): Promise<number> {
  const definition = await readDefinition(definitionFilesOf(options));
  await using folder = await openMineFolder(resolve(options.folder), definition);
  return await interruptible(async (signals) => {
    const shards = await shardsOf(definition);
    const { records, reused, gaveUp } = await mineShards({
      folder: folder.path,
      shards,
      jobs,
      signal: signals.stop,
      drain: signals.drain,
      mostFailures,
      onShard(record, done, all) {
        if (options.json) process.stdout.write(`${JSON.stringify(record)}\n`);
        const { unit, coverage, admitted, incomplete, rejected } = record;
        const reason = coverage.reason === undefined ? '' : ` (${terminalText(coverage.reason)})`;
        const counts = `${admitted} admitted, ${incomplete} incomplete, ${rejected} rejected`;
        process.stderr.write(`[${done}/${all}] ${unit}  ${coverage.status}${reason}  ${counts}\n`);
      },
    });
    if (reused > 0) process.stderr.write(`${countOf(reused, 'shard')} already read\n`);
    if (gaveUp !== undefined) {
      process.stderr.write(
        `stopped, because ${mostFailures} parts of the source in a row could not be read: ${terminalText(gaveUp)}\nCheck the network. The same command continues.\n`,
      );
    }
    const failed = records.filter(({ coverage }) => coverage.status === 'failed').length;
    return failed > 0 ? EXIT_CODES['infra-incomplete'] : EXIT_CODES.ok;
  });
}

/** Returns exit code 130 after an interruption. Finished work is kept, and the same command resumes. */
export async function interruptible(
  work: (signals: RunSignals) => Promise<number>,
): Promise<number> {
  using signals = twoStageSignals((text) => process.stderr.write(`${text}\n`));
  try {
    const code = await work(signals);
    return signals.drain.aborted ? EXIT_CODES.interrupted : code;
  } catch (error) {
    if (!signals.drain.aborted) throw error;
    process.stderr.write('interrupted; run the same command to resume\n');
    return EXIT_CODES.interrupted;
  }
}
