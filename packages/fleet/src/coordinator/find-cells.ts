import { join } from 'node:path';
import { scoreSchema, type Score } from '@refbench/contracts';
import { readJsonFile } from '@refbench/base';
import { attemptNumbers, readAttempt } from '@refbench/workspace';
import type { ConductOptions } from '@refbench/runner';
import { cellFolder } from '../protocol/cell-folder.ts';
import type { Cell } from '../protocol/messages.ts';

/** The attempts of a run, by whether they have a result. */
export interface FoundCells {
  readonly open: readonly Cell[];
  readonly scores: readonly Score[];
}

/** Reads the folder of a run, which alone says what is finished. */
export async function findCells(
  runFolder: string,
  {
    entries,
    submissions,
    repeats = 1,
  }: Pick<ConductOptions, 'entries' | 'submissions' | 'repeats'>,
): Promise<FoundCells> {
  const open: Cell[] = [];
  const scores: Score[] = [];
  for (const { instance } of entries) {
    for (const submission of submissions) {
      if (submission.absenceReason?.(instance.id) !== undefined) continue;
      for (let repeat = 1; repeat <= repeats; repeat += 1) {
        const cell = { instance: instance.id, agent: submission.name, repeat };
        const score = await finalScore(join(runFolder, cellFolder(cell)));
        if (score === undefined) open.push(cell);
        else scores.push(score);
      }
    }
  }
  return { open, scores };
}

/** The score of the last try, unless that try failed because of the infrastructure. */
export async function finalScore(folder: string): Promise<Score | undefined> {
  const last = (await attemptNumbers(folder)).at(-1);
  if (last === undefined) return undefined;
  const attempt = await readAttempt(join(folder, String(last)));
  if (attempt.kind !== 'recorded' || attempt.record.outcome.kind === 'infra-failed')
    return undefined;
  const score = await readJsonFile(join(folder, String(last), 'score.json'), scoreSchema);
  return score.kind === 'valid' && score.value.verdict !== 'infra' ? score.value : undefined;
}
