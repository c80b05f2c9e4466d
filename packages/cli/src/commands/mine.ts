import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import {
  ARCHIVE_URL,
  csvShard,
  explainCommit,
  folderShards,
  gitShards,
  hoursOf,
  openHourPool,
  readStarList,
  requireMined,
  urlShards,
  type Shard,
} from '@refbench/mining';
import { EXIT_CODES, RefbenchError } from '@refbench/contracts';
import {
  addFolderOptions,
  addGitOptions,
  addMineOptions,
  definitionFilesOf,
  gitPlacesOf,
  mineInto,
  type MineOptions,
} from '../options/mine-options.ts';
import { PathOption } from '../command-line/path-option.ts';
import { positive } from '../options/number-options.ts';
import { terminalText } from '../terminal/terminal-text.ts';
import { collectList } from '../options/workspace-options.ts';
import { addMineCloudCommands } from './mine-cloud.ts';
import { addMineFunnelCommand } from './mine-funnel.ts';
import { addMineRankCommands } from './mine-rank.ts';

/** A server that answers none of so many hours will not answer the next. Each hour is tried four times. */
const MOST_FAILED_HOURS = 5;

interface ArchiveOptions extends MineOptions {
  readonly files?: string;
  readonly from?: string;
  readonly to?: string;
  readonly archiveUrl: string;
  readonly jobs: number;
}

interface StarsOptions {
  readonly stars?: string;
}

interface GitOptions extends MineOptions, StarsOptions {
  readonly repositories: readonly string[];
  readonly since?: string;
  readonly until?: string;
  readonly jobs: number;
}

export function addMineCommand(program: Command, setExitCode: (code: number) => void): void {
  const mine = program
    .command('mine')
    .description('find large refactorings: read sources, rank and select commits');
  addArchiveCommand(mine, setExitCode);
  addGitCommand(mine, setExitCode);
  addCsvCommand(mine, setExitCode);
  addMineCloudCommands(mine, setExitCode);
  addMineRankCommands(mine, setExitCode);
  addMineFunnelCommand(mine);
  const explain = mine
    .command('explain <commit>')
    .description(
      'show the result of each stage for a commit: at least 7 hex digits, or owner/name#number',
    );
  addFolderOptions(explain).action(async (commit: string, options: MineOptions) => {
    const folder = resolve(options.folder);
    requireMined(folder);
    const steps = await explainCommit(folder, commit);
    for (const step of steps) {
      const line = options.json
        ? JSON.stringify(step)
        : `${step.stage}: ${terminalText(step.text)}`;
      process.stdout.write(`${line}\n`);
    }
    if (steps.length > 0) return;
    process.stderr.write(
      `${terminalText(commit)} is not in ${options.folder}: no mined unit contains it. Histories are read along first parents, so a commit of a merged branch is part of its merge.\n`,
    );
    setExitCode(EXIT_CODES.usage);
  });
}

function addArchiveCommand(mine: Command, setExitCode: (code: number) => void): void {
  const command = mine
    .command('archive')
    .description('read hour files of the GH Archive from a folder or a server')
    .option('--files <dir>', 'folder of hour files (default: download them)')
    .option('--from <time>', '2024, 2024-03, 2024-03-09 or 2024-03-09-7 (UTC)')
    .option('--to <time>', 'end of the range, inclusive, in the same format (default: --from)')
    .option(
      '--archive-url <template>',
      'URL template with {hour}, or {yyyy} {mm} {dd} {h}',
      ARCHIVE_URL,
    )
    .option('--jobs <count>', 'number of hours read concurrently, each in a thread', positive, 1);
  addMineOptions(command).action(async (options: ArchiveOptions) => {
    const { files, from, to, archiveUrl, jobs, folder } = options;
    const hours = from === undefined ? undefined : hoursOf(from, to);
    await using pool = openHourPool(jobs);
    const definition = definitionFilesOf(options);
    const shardsOf = async (): Promise<readonly Shard[]> => {
      if (files !== undefined) return folderShards(resolve(files), hours, { pool, definition });
      if (hours !== undefined) {
        const downloads = join(resolve(folder), 'downloads');
        return urlShards(hours, { pool, definition, url: archiveUrl, downloads });
      }
      throw new RefbenchError({
        kind: 'usage',
        message: 'specify the hours to read',
        hint: 'use --files with a folder of hour files, or --from (and --to) to download them',
      });
    };
    setExitCode(await mineInto(options, jobs, shardsOf, MOST_FAILED_HOURS));
  });
}

function addGitCommand(mine: Command, setExitCode: (code: number) => void): void {
  const command = mine
    .command('git')
    .description('read the first-parent histories of mirrors, offline')
    .requiredOption('--repositories <names>', 'owner/name (repeatable, or a,b)', collectList)
    .option('--since <date>', 'commits from this date on')
    .option('--until <date>', 'commits up to this date')
    .addOption(starsOption())
    .option(
      '--jobs <count>',
      'number of histories read concurrently',
      positive,
      availableParallelism(),
    );
  addGitOptions(addMineOptions(command)).action(async (options: GitOptions) => {
    const { mirror, cacheDir } = gitPlacesOf(options);
    if (mirror === undefined) {
      throw new RefbenchError({
        kind: 'usage',
        message: 'histories are read from mirrors, and --mirror is missing',
        hint: 'use --mirror with a folder of bare repositories or a template',
      });
    }
    const { repositories, since, until, jobs } = options;
    const stars = await starsOf(options);
    const code = await mineInto(options, jobs, async (definition) =>
      gitShards({ definition, repositories, mirror, cacheDir, since, until, stars }),
    );
    setExitCode(code);
  });
}

function addCsvCommand(mine: Command, setExitCode: (code: number) => void): void {
  const command = mine
    .command('csv <file>')
    .description('read a list of known commits: owner, repo, golden_commit_hash')
    .addOption(starsOption());
  addGitOptions(addMineOptions(command)).action(
    async (file: string, options: MineOptions & StarsOptions) => {
      const places = gitPlacesOf(options);
      const stars = await starsOf(options);
      const code = await mineInto(options, 1, async (definition) => [
        await csvShard({ file: resolve(file), definition, stars, ...places }),
      ]);
      setExitCode(code);
    },
  );
}

/** For sources that state no stars. */
function starsOption(): PathOption {
  return new PathOption(
    '--stars <file>',
    'CSV file with repository and stars; a repository without an entry needs none',
    'read-file',
  );
}

async function starsOf({ stars }: StarsOptions): ReturnType<typeof readStarList> {
  return stars === undefined ? new Map() : await readStarList(resolve(stars));
}
