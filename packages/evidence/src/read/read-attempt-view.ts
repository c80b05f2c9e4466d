import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  attemptRecordSchema,
  RefbenchError,
  scoreSchema,
  testsRecordSchema,
  type Score,
} from '@refbench/contracts';
import { errorCode, readJsonFile } from '@refbench/base';
import { parsePatch } from '@refbench/repos';
import { readRunPlan } from '@refbench/reports';
import { behaviourOf } from '../behaviour/behaviour-of.ts';
import { diffViews } from '../diff/diff-view.ts';
import { readMatches } from '../diff/read-matches.ts';
import { ruleRows } from '../diff/rule-rows.ts';
import type { AttemptView } from '../schema/attempt-view.ts';
import type { DiffFile } from '../schema/diff-view.ts';
import { listCells, type AttemptFolder } from './attempt-folders.ts';
import { readLimited } from './limited-text.ts';
import { outcomeDetails } from './outcome-details.ts';
import { readPhases } from './read-phases.ts';
import { readSpending } from './spending.ts';

/**
 * Finds an attempt of a run by its key.
 * @throws RefbenchError kind `usage` if the run has no such attempt
 */
export async function findAttempt(folder: string, key: string): Promise<AttemptFolder> {
  const plan = await readRunPlan(folder);
  const cells = await listCells(folder, plan);
  const found = cells.flatMap(({ attempts }) => attempts).find((one) => one.key === key);
  if (found !== undefined) return found;
  throw new RefbenchError({
    kind: 'usage',
    message: `run ${plan.run} has no attempt "${key}"`,
    hint: 'use INSTANCE/AGENT/REPEAT/ATTEMPT of an attempt that refbench runs show lists',
  });
}

/** Reads the evidence of one attempt. Files that are missing or damaged leave their part empty. */
export async function readAttemptView(one: AttemptFolder): Promise<AttemptView> {
  const { run, folder, key, instance, agent, repeat, attempt } = one;
  const record = await valid(join(folder, 'attempt.json'), attemptRecordSchema);
  const score = await valid(join(folder, 'score.json'), scoreSchema);
  const keptMatches = await readMatches(folder);
  const matches = keptMatches ?? { rules: [], matches: [] };
  const keptDiff = await readDiff(folder, matches.matches);
  const diff = keptDiff ?? [];
  const phases = await readPhases(folder, record);
  const task = (await readLimited(join(folder, 'prompt.md')))?.text ?? '';
  const behaviour = behaviourOf({ steps: phases.steps, record, score, diff });
  return {
    schema: 1,
    kind: 'refbench-attempt-view',
    run,
    key,
    instance,
    agent,
    repeat,
    attempt,
    task,
    outcome: record?.outcome.kind ?? null,
    outcomeDetails: [...outcomeDetails(record?.outcome)],
    warnings: record?.warnings ?? [],
    score: score ?? null,
    findings: [...(score?.integrity.findings ?? [])],
    diff: [...diff],
    rules: [...ruleRows(matches, addedLinesOf(diff))],
    tests: await testsOf(folder, score),
    plans: phases.plans,
    judgeReason: phases.judgeReason,
    steps: phases.views,
    spending: await readSpending(join(folder, 'usage.jsonl'), record?.started_at),
    behaviour,
    logs: await logsOf(folder),
    notKept: [
      ...(score !== undefined && keptDiff === undefined ? (['patch'] as const) : []),
      ...(score !== undefined && keptMatches === undefined ? (['rules'] as const) : []),
      ...(record !== undefined && task === '' ? (['task'] as const) : []),
    ],
  };
}

async function valid<T>(
  path: string,
  schema: Parameters<typeof readJsonFile<T>>[1],
): Promise<T | undefined> {
  const file = await readJsonFile(path, schema);
  return file.kind === 'valid' ? file.value : undefined;
}

async function readDiff(
  folder: string,
  matches: Parameters<typeof diffViews>[1],
): Promise<readonly DiffFile[] | undefined> {
  let bytes: Buffer;
  try {
    bytes = await readFile(join(folder, 'patch.diff'));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  const patch = parsePatch(bytes);
  return patch.kind === 'parsed' ? diffViews(patch.files, matches) : [];
}

function addedLinesOf(diff: readonly DiffFile[]): ReadonlySet<string> {
  const lines = diff.flatMap(({ path, hunks }) =>
    hunks.flatMap((hunk) =>
      hunk.lines.flatMap((line) => (line.kind === 'added' ? [`${path}\0${line.new}`] : [])),
    ),
  );
  return new Set(lines);
}

async function testsOf(folder: string, score: Score | undefined): Promise<AttemptView['tests']> {
  const record = await valid(join(folder, 'tests.json'), testsRecordSchema);
  if (record === undefined) return null;
  const { run, by_name: named } = record;
  return {
    after: run.kind === 'counted' ? run.counts : null,
    pMin: score?.tests.p_min ?? null,
    fMax: score?.tests.f_max ?? null,
    stable: named?.stable ?? null,
    missing: named?.missing ?? [],
    failing: named?.failing ?? [],
    others: named?.others.ids ?? [],
    planted: score?.controls?.planted ?? [],
    noticed: score?.controls?.failing ?? null,
  };
}

async function logsOf(folder: string): Promise<AttemptView['logs']> {
  const logs = await Promise.all(
    ['agent.log', 'tests.log'].map(async (name) => {
      const log = await readLimited(join(folder, name));
      return log === undefined ? [] : [{ name, ...log }];
    }),
  );
  return logs.flat();
}
