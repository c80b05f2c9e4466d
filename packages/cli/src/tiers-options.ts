import { existsSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { InvalidArgumentError, type Command } from 'commander';
import { RefbenchError } from '@refbench/contracts';
import { renderText, type Table } from '@refbench/reports';
import { openHistory, type History } from '@refbench/repos';
import { PathOption } from './command-line/path-option.ts';

export interface TiersFolderOptions {
  readonly folder: string;
}

/** The files of a study lie in one folder; each command reads what the one before it wrote. */
export function addTiersFolder(command: Command): Command {
  return command.addOption(
    new PathOption('--folder <dir>', 'folder of the study', 'write-folder').default('tiers'),
  );
}

/** A file of the folder, or the one that was named instead. */
export function tiersFile(folder: string, name: string, given?: string): string {
  return given === undefined ? join(resolve(folder), name) : resolve(given);
}

export interface RepositoryOptions {
  readonly mirror?: string;
  readonly stateDir: string;
}

/**
 * A repository by the path of a clone, or by `owner/name` in the mirror.
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
    hint: 'give the path of a clone, or owner/name with --mirror',
  });
}

/** Adds `--json`, for commands that print tables otherwise. */
export function addJson(command: Command): Command {
  return command.option('--json', 'one object on standard output instead of tables', false);
}

export function printJson(value: object): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

export function printTables(tables: readonly Table[]): void {
  process.stdout.write(`${tables.map(renderText).join('\n\n')}\n`);
}

/** A commander parser. */
export function notNegative(value: string): number {
  const number = Number(value);
  if (!Number.isFinite(number) || number < 0 || value.trim() === '') {
    throw new InvalidArgumentError('give a number of 0 or more');
  }
  return number;
}
