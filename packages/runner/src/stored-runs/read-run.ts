import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  attemptRecordSchema,
  didYouMean,
  RefbenchError,
  runPlanSchema,
  scoreSchema,
  segmentSchema,
  type AttemptRecord,
  type RunDetails,
  type RunPlan,
  type RunResultRow,
  type Score,
} from '@refbench/contracts';
import { readJsonFile } from '@refbench/files';
import { attemptNumbers } from '../attempt/attempt-files.ts';
import { readAbsence } from '../predictions/absent-results.ts';
import { summarise } from '../run/run-summary.ts';
import { plannedAttempts, type PlannedAttempt } from './planned-attempts.ts';
import { listRunIds } from './run-ids.ts';

/**
 * Everything that a run's folder says of its results.
 * @throws RefbenchError kind `usage` where there is no such run, `invalid-file` where its plan is damaged
 */
export async function readRun(runsDir: string, run: string): Promise<RunDetails> {
  const folder = join(runsDir, run);
  const plan = await readPlan(runsDir, run);
  const cells = await Promise.all(plannedAttempts(folder, plan).map(readCell));
  const scores = cells.flatMap(({ score }) => score ?? []);
  return {
    summary: {
      run,
      folder,
      created_at: plan.created_at,
      track: plan.track,
      mode: plan.mode,
      instances: plan.instances.length,
      agents: summarise(plan, scores).map(({ ifrStrict, alignmentStrict, ...row }, index) => ({
        ...row,
        ifr_strict: ifrStrict,
        alignment_strict: alignmentStrict,
        model: plan.agents[index]?.model ?? null,
        usd: totalUsd(cells.filter(({ row: { agent } }) => agent === row.agent)),
      })),
      attempts: cells.reduce((sum, { records }) => sum + records.length, 0),
      bytes: await folderBytes(folder),
    },
    plan,
    results: cells.map(({ row }) => row),
  };
}

/**
 * The plan of a run.
 * @throws RefbenchError kind `usage` where there is no such run, `invalid-file` where its plan is damaged
 */
export async function readPlan(runsDir: string, run: string): Promise<RunPlan> {
  const path = join(runsDir, run, 'run.json');
  // A name that is none could lead out of the folder.
  const file = segmentSchema.safeParse(run).success
    ? await readJsonFile(path, runPlanSchema)
    : ({ kind: 'absent' } as const);
  if (file.kind === 'valid') return file.value;
  if (file.kind === 'invalid') {
    throw new RefbenchError({
      kind: 'invalid-file',
      message: `${path} is damaged: ${file.reason}`,
      hint: 'restore the file; the attempts of the run are not touched',
    });
  }
  const runs = await listRunIds(runsDir);
  throw new RefbenchError({
    kind: 'usage',
    message: `there is no run "${run}" in ${runsDir}${didYouMean(run, runs)}`,
    hint: runs.length === 0 ? 'refbench run makes one' : `the runs are: ${runs.join(', ')}`,
  });
}

interface Cell {
  readonly row: RunResultRow;
  readonly score: Score | undefined;
  /** All attempts, retried ones included. */
  readonly records: readonly AttemptRecord[];
}

async function readCell({ folder, instance, agent, repeat }: PlannedAttempt): Promise<Cell> {
  const records: AttemptRecord[] = [];
  for (const number of await attemptNumbers(folder)) {
    const file = await readJsonFile(
      join(folder, String(number), 'attempt.json'),
      attemptRecordSchema,
    );
    if (file.kind === 'valid') records.push(file.value);
  }
  const last = records.at(-1);
  const nothing = { pass: null, ifr: null, alignment: null };
  const row = {
    ...{ instance, agent, repeat },
    attempt: last?.attempt ?? null,
    outcome: last?.outcome.kind ?? null,
    ...nothing,
    usd: last?.usage?.usd ?? null,
    seconds: last === undefined ? null : last.duration_ms / 1000,
  };
  const absence = await readAbsence(folder);
  if (absence !== undefined) {
    return { row: { ...row, state: 'absent', note: absence }, score: undefined, records };
  }
  if (last === undefined) {
    return { row: { ...row, state: 'not started', note: '' }, score: undefined, records };
  }
  const score = await readJsonFile(join(folder, String(last.attempt), 'score.json'), scoreSchema);
  if (score.kind !== 'valid') {
    const state = score.kind === 'absent' ? 'not graded' : 'damaged';
    const note = score.kind === 'absent' ? '' : `score.json is damaged: ${score.reason}`;
    return { row: { ...row, state, note }, score: undefined, records };
  }
  const { pass, ifr, alignment, reasons } = score.value;
  const note = reasons['pass'] ?? reasons['patch'] ?? reasons['ifr'] ?? '';
  const figures = { pass, ifr: ifr.total, alignment: alignment.total };
  return { row: { ...row, ...figures, state: 'scored', note }, score: score.value, records };
}

/** Of all attempts that were metered; null where none was. */
function totalUsd(cells: readonly Cell[]): number | null {
  const costs = cells.flatMap(({ records }) => records.flatMap(({ usage }) => usage?.usd ?? []));
  return costs.length === 0 ? null : costs.reduce((sum, usd) => sum + usd, 0);
}

async function folderBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) =>
        stat(join(entry.parentPath, entry.name)).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
