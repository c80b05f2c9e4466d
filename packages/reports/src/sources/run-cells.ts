import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  ABSENT_RESULT_FILE,
  absentResultSchema,
  attemptRecordSchema,
  repeatFolder,
  scoreSchema,
  settingMode,
  type AttemptRecord,
  type RunPlan,
  type Score,
} from '@refbench/contracts';
import { readJsonFile } from '@refbench/base';
import {
  metricsOf,
  TEST_METRICS,
  type Observation,
  type Result,
  type Usage,
} from '@refbench/scoring';
import { z } from 'zod';

/** The newest result of one agent on one instance. */
type FoundResult =
  | { readonly kind: 'scored'; readonly score: Score }
  /** No patch was submitted for this instance. */
  | { readonly kind: 'absent'; readonly reason: string; readonly untested: boolean }
  | { readonly kind: 'not graded' }
  /** The newest score cannot be read. An older score would describe a different attempt. */
  | { readonly kind: 'damaged'; readonly reason: string };

/** One planned repeat of one agent on one instance. */
export interface RunCell {
  readonly agent: string;
  readonly instance: string;
  /** Number of the repeat, from 1. */
  readonly repeat: number;
  /** True for an agent that is shown but never tested. */
  readonly reference: boolean;
  readonly found: FoundResult;
  /** Records of all attempts, retries included, oldest first. */
  readonly records: readonly AttemptRecord[];
}

/** Reads every planned cell of a run, by instance, agent and repeat. */
export async function readRunCells(folder: string, plan: RunPlan): Promise<readonly RunCell[]> {
  const cells: RunCell[] = [];
  for (const instance of plan.instances) {
    for (const { name: agent, reference = false } of plan.agents) {
      for (let repeat = 1; repeat <= (plan.repeats ?? 1); repeat += 1) {
        const files = await readCellFiles(repeatFolder(join(folder, instance, agent), repeat));
        cells.push({ agent, instance, repeat, reference, ...files });
      }
    }
  }
  return cells;
}

/** Converts a cell to the form that `scoring` aggregates. */
export function observationOf(
  plan: Pick<RunPlan, 'track' | 'mode' | 'packages'>,
  { agent, instance, repeat, reference, found, records }: RunCell,
): Observation {
  return {
    agent,
    track: plan.track,
    mode: settingMode(plan),
    instance,
    ...(repeat === 1 ? {} : { repeat }),
    ...(reference ? { reference } : {}),
    ending: found.kind === 'scored' ? found.score.outcome.kind : found.kind,
    result: resultOf(found),
    usage: usageOf(found, records),
  };
}

async function readCellFiles(folder: string): Promise<Pick<RunCell, 'found' | 'records'>> {
  const names = await readdir(folder).catch(() => []);
  const attempts = names
    .filter((name) => /^[1-9]\d*$/.test(name))
    .map(Number)
    .sort((left, right) => left - right);
  const records: AttemptRecord[] = [];
  for (const attempt of attempts) {
    const path = join(folder, String(attempt), 'attempt.json');
    const file = await readJsonFile(path, attemptRecordSchema);
    if (file.kind === 'valid') records.push(file.value);
  }
  return { found: await findResult(folder, attempts), records };
}

async function findResult(folder: string, attempts: readonly number[]): Promise<FoundResult> {
  const absent = await readJsonFile(join(folder, ABSENT_RESULT_FILE), absentResultSchema);
  if (absent.kind === 'valid') {
    const { reason, no_tests: untested = false } = absent.value;
    return { kind: 'absent', reason, untested };
  }
  for (const attempt of attempts.toReversed()) {
    const score = await readJsonFile(join(folder, String(attempt), 'score.json'), scoreSchema);
    if (score.kind === 'valid') return { kind: 'scored', score: score.value };
    if (score.kind === 'invalid') {
      return {
        kind: 'damaged',
        reason: `score.json of attempt ${attempt} is damaged: ${score.reason}`,
      };
    }
  }
  return { kind: 'not graded' };
}

function resultOf(found: FoundResult): Result {
  switch (found.kind) {
    case 'absent':
      return {
        kind: 'missing',
        reason: found.reason,
        ...(found.untested ? { lacks: TEST_METRICS } : {}),
      };
    case 'damaged':
      return { kind: 'hole', reason: found.reason };
    case 'not graded':
      return { kind: 'hole', reason: 'no attempt has a score' };
    case 'scored':
      return resultOfScore(found.score);
  }
}

function resultOfScore(score: Score): Result {
  const reason = score.reasons['pass'] ?? score.reasons['patch'] ?? score.outcome.kind;
  switch (score.verdict) {
    case 'infra':
      return { kind: 'hole', reason };
    case 'instance':
      return { kind: 'void', reason };
    case 'model':
      return {
        kind: 'scored',
        figures: metricsOf({ ...score, ...gradedOf(score) }),
        ...(score.size === undefined || score.size === null ? {} : { size: score.size }),
      };
  }
}

function gradedOf(score: Score): { graded_ifr?: number | null } {
  const parsed = z.number().min(0).max(1).nullable().safeParse(score['graded_ifr']);
  return parsed.success ? { graded_ifr: parsed.data } : {};
}

/** Usage of the scored attempt, as metered by the gateway. */
function usageOf(found: FoundResult, records: readonly AttemptRecord[]): Usage {
  const record =
    found.kind === 'scored'
      ? records.find(({ attempt }) => attempt === found.score.attempt)
      : undefined;
  return {
    costUsd: record?.usage?.usd ?? null,
    inputTokens: record?.usage?.input_tokens ?? null,
    outputTokens: record?.usage?.output_tokens ?? null,
    seconds: record === undefined ? null : record.duration_ms / 1000,
  };
}
