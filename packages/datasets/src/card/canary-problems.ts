import { open } from 'node:fs/promises';
import { canarySentence, type Dataset } from '@refbench/contracts';
import { canaryFiles, type CatalogEntry } from '@refbench/instances';
import type { DatasetProblem } from './dataset-problem.ts';

/** In how many of its files a data set has its canary. */
export interface CanaryCount {
  /** Task texts and rule files. */
  readonly files: number;
  readonly marked: number;
}

/** The canary is in the first line, which is shorter than this. */
const START_BYTES = 400;

/** Counts the task texts and rule files that begin with the canary of the data set. */
export async function countCanaries(
  entries: readonly CatalogEntry[],
  dataset: Dataset,
): Promise<CanaryCount> {
  const sentence = canarySentence(dataset);
  let [files, marked] = [0, 0];
  for (const entry of entries) {
    for (const { path } of await canaryFiles(entry)) {
      files += 1;
      if ((await startOf(path)).includes(sentence)) marked += 1;
    }
  }
  return { files, marked };
}

/** A data set that has its canary in some files only was marked before others were added. */
export function canaryProblems({ files, marked }: CanaryCount): readonly DatasetProblem[] {
  if (marked === 0 || marked === files) return [];
  return [
    {
      subject: 'canary',
      problem: `the canary is in ${marked} of ${files} task texts and rule files`,
      hint: 'run refbench dataset canary',
    },
  ];
}

async function startOf(path: string): Promise<string> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0);
  return buffer.toString('latin1', 0, bytesRead);
}
