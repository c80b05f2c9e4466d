import { stat } from 'node:fs/promises';
import { RefbenchError } from '@refbench/contracts';
import { readPublishedResults } from './published-results.ts';
import type { ResultSet } from './result-set.ts';
import { readRunFolder } from './run-folder.ts';

/** Reads the folder of a run, or a results.jsonl of the published format. */
export async function readResults(path: string, instancesDir: string): Promise<ResultSet> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) {
    throw new RefbenchError({
      kind: 'usage',
      message: `no such file or folder: ${path}`,
      hint: 'specify the folder of a run, or a results.jsonl',
    });
  }
  return found.isDirectory() ? readRunFolder(path, instancesDir) : readPublishedResults(path);
}
