import { InvalidArgumentError, Option } from 'commander';

export interface ChangeCommandOptions {
  readonly folder: string;
  readonly date: string;
  readonly why: string;
}

/** In the folder of a leaderboard: who may submit. */
export const KEYS_FILE = 'keys.yaml';

/** The folder of a leaderboard. */
export function folderOption(): Option {
  return new Option('--folder <dir>', 'folder of the leaderboard').default('leaderboard');
}

/** A commander parser. The date is given and not taken from the clock, so that builds are repeatable. */
export function dateOption(value: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))) return value;
  throw new InvalidArgumentError('specify a date such as 2026-11-23');
}
