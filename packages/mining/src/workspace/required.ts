import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { RefbenchError } from '@refbench/contracts';
import { shardJournal } from './mine-folder.ts';

/** @throws RefbenchError kind `usage` where nothing was mined into the folder */
export function requireMined(folder: string): void {
  if (existsSync(shardJournal(folder))) return;
  throw new RefbenchError({
    kind: 'usage',
    message: `nothing was mined into ${folder}`,
    hint: 'mine first (refbench mine git, archive, csv, bigquery or rows), or give its --folder',
  });
}

/** @throws RefbenchError kind `usage` where what was mined was not ranked */
export function requireRanked(folder: string): void {
  requireMined(folder);
  if (existsSync(join(folder, 'ranking.jsonl'))) return;
  throw new RefbenchError({
    kind: 'usage',
    message: `what was mined into ${folder} is not ranked`,
    hint: 'refbench mine rank, with the same --folder and --mirror',
  });
}
