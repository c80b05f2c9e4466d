import type { KeyObject } from 'node:crypto';
import { resolve } from 'node:path';
import { readPrivateKey } from '@refbench/leaderboard';
import { InvalidArgumentError, Option } from 'commander';

export interface ChangeCommandOptions {
  readonly folder: string;
  readonly date: string;
  readonly why: string;
  readonly boardKey?: string;
}

/** In the folder of a leaderboard: who may submit. */
export const KEYS_FILE = 'keys.yaml';

/** The folder of a leaderboard. */
export function folderOption(): Option {
  return new Option('--folder <dir>', 'folder of the leaderboard').default('leaderboard');
}

/** The option with the private key of a board that signs its ledger. */
export function boardKeyOption(): Option {
  return new Option(
    '--board-key <file>',
    'private key of the leaderboard, if its board.yaml names the public one',
  );
}

/** Reads the private key of a board. Undefined without one. */
export async function boardKeyOf(file: string | undefined): Promise<KeyObject | undefined> {
  return file === undefined ? undefined : await readPrivateKey(resolve(file));
}

/** A commander parser. The date is given and not taken from the clock, so that builds are repeatable. */
export function dateOption(value: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))) return value;
  throw new InvalidArgumentError('specify a date such as 2026-11-23');
}
