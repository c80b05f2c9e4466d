import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { RefbenchError } from '@refbench/contracts';
import { shardJournal } from './mine-folder.ts';

/** @throws RefbenchError kind `usage` if nothing was mined into the folder */
export function requireMined(folder: string): void {
  if (existsSync(shardJournal(folder))) return;
  throw new RefbenchError({
    kind: 'usage',
    message: `${folder} contains no mined commits`,
    hint: 'run refbench mine git, archive, csv, bigquery or rows first, or specify another --folder',
  });
}

/** @throws RefbenchError kind `usage` if the mined commits were not ranked */
export function requireRanked(folder: string): void {
  requireMined(folder);
  if (existsSync(join(folder, 'ranking.jsonl'))) return;
  throw new RefbenchError({
    kind: 'usage',
    message: `the commits in ${folder} are not ranked`,
    hint: 'run refbench mine rank with the same --folder and --mirror',
  });
}
