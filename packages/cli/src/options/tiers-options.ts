import { existsSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { InvalidArgumentError, type Command } from 'commander';
import { RefbenchError } from '@refbench/contracts';
import { renderText, type Table } from '@refbench/reports';
import { openHistory, type History } from '@refbench/repos';
import { PathOption } from '../command-line/path-option.ts';

export interface TiersFolderOptions {
  readonly folder: string;
}

/** Adds the folder of a study. Each command reads the files that the previous one wrote. */
export function addTiersFolder(command: Command): Command {
  return command.addOption(
    new PathOption('--folder <dir>', 'folder of the study', 'write-folder').default('tiers'),
  );
}

/** The path of a file in the folder, or of the file given instead. */
export function tiersFile(folder: string, name: string, given?: string): string {
  return given === undefined ? join(resolve(folder), name) : resolve(given);
}

export interface RepositoryOptions {
  readonly mirror?: string;
  readonly stateDir: string;
}

/**
 * Opens a repository by the path of a clone, or by `owner/name` in the mirror.
 * @throws RefbenchError kind `repository`
 */
export async function openTiersHistory(
  place: string,
  { mirror, stateDir }: RepositoryOptions,
): Promise<History> {
  const cacheDir = join(resolve(stateDir), 'repositories');
  const isName = /^[\w.-]+\/[\w.-]+$/.test(place) && !existsSync(place);
  const history = await openHistory({
    name: place,
    cacheDir,
    ...(isName
      ? { mirror: mirror === undefined || isAbsolute(mirror) ? mirror : resolve(mirror) }
      : { path: resolve(place) }),
  });
  if (history.kind === 'history') return history;
  throw new RefbenchError({
    kind: 'repository',
    message: `repository ${place}: ${history.reason}`,
    hint: 'specify the path of a clone, or owner/name with --mirror',
  });
}

/** Adds `--json` to a command that prints tables by default. */
export function addJson(command: Command): Command {
  return command.option(
    '--json',
    'print one JSON object on standard output instead of tables',
    false,
  );
}

export function printJson(value: object): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

export function printTables(tables: readonly Table[]): void {
  process.stdout.write(`${tables.map(renderText).join('\n\n')}\n`);
}

/** A commander parser for numeric options. */
export function notNegative(value: string): number {
  const number = Number(value);
  if (!Number.isFinite(number) || number < 0 || value.trim() === '') {
    throw new InvalidArgumentError('specify a number of at least 0');
  }
  return number;
}
