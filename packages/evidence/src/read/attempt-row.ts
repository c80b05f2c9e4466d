import { join } from 'node:path';
import {
  attemptRecordSchema,
  scoreSchema,
  type AttemptRecord,
  type Integrity,
  type Score,
} from '@refbench/contracts';
import { readJsonFile, type JsonFile } from '@refbench/base';
import type { AttemptRow, LivePhase } from '../schema/run-view.ts';
import type { AttemptFolder } from './attempt-folders.ts';

interface AttemptFiles {
  readonly record: JsonFile<AttemptRecord>;
  readonly score: JsonFile<Score>;
}

/** Reads what the list of a run says about one attempt, except its behaviour. */
export async function readAttemptRow(
  one: AttemptFolder,
  isRunning: boolean,
  live: LivePhase | undefined,
): Promise<Omit<AttemptRow, 'counts' | 'behaviour'>> {
  const files: AttemptFiles = {
    record: await readJsonFile(join(one.folder, 'attempt.json'), attemptRecordSchema),
    score: await readJsonFile(join(one.folder, 'score.json'), scoreSchema),
  };
  const { key, instance, agent, repeat, attempt } = one;
  const record = files.record.kind === 'valid' ? files.record.value : undefined;
  return {
    key,
    instance,
    agent,
    repeat,
    attempt,
    state: stateOf(files, isRunning),
    live: live ?? null,
    outcome: record?.outcome.kind ?? null,
    ...figuresOf(files.score.kind === 'valid' ? files.score.value : undefined),
    usd: record?.usage?.usd ?? null,
    inputTokens: record?.usage?.input_tokens ?? null,
    outputTokens: record?.usage?.output_tokens ?? null,
    seconds: record === undefined ? null : record.duration_ms / 1e3,
    startedAt: record?.started_at ?? null,
    note: noteOf(files),
  };
}

function stateOf({ record, score }: AttemptFiles, isRunning: boolean): AttemptRow['state'] {
  if (record.kind === 'invalid' || score.kind === 'invalid') return 'damaged';
  if (score.kind === 'valid') return 'scored';
  if (record.kind === 'valid') return isRunning ? 'grading' : 'not graded';
  return isRunning ? 'running' : 'unfinished';
}

type Figures = Pick<
  AttemptRow,
  | 'verdict'
  | 'pass'
  | 'ifr'
  | 'alignment'
  | 'precision'
  | 'ifrStrict'
  | 'alignmentStrict'
  | 'added'
  | 'removed'
  | 'tests'
  | 'untested'
  | 'worstFinding'
  | 'ranked'
  | 'firstLook'
>;

function figuresOf(score: Score | undefined): Figures {
  return {
    verdict: score?.verdict ?? null,
    pass: score?.pass ?? null,
    ifr: score?.ifr.total ?? null,
    alignment: score?.alignment.total ?? null,
    precision: score?.precision.total ?? null,
    ifrStrict: score?.ifr_strict.total ?? null,
    alignmentStrict: score?.alignment_strict.total ?? null,
    added: score?.size?.added ?? null,
    removed: score?.size?.removed ?? null,
    tests:
      score === undefined || score.no_tests !== undefined
        ? null
        : {
            passed: score.tests.passed,
            total: score.tests.total,
            missing: score.tests.missing,
          },
    ...(score?.no_tests === undefined ? {} : { untested: true as const }),
    worstFinding: worstOf(score?.integrity),
    ranked: score?.integrity.ranked ?? false,
    firstLook: score?.provisional !== undefined,
  };
}

function worstOf(integrity: Integrity | undefined): AttemptRow['worstFinding'] {
  const found = new Set(integrity?.findings.map(({ severity }) => severity));
  return (['void', 'suspect', 'note'] as const).find((severity) => found.has(severity)) ?? null;
}

function noteOf({ record, score }: AttemptFiles): string {
  if (record.kind === 'invalid') return `attempt.json is damaged: ${record.reason}`;
  if (score.kind === 'invalid') return `score.json is damaged: ${score.reason}`;
  if (score.kind === 'valid') {
    const { reasons } = score.value;
    return reasons['pass'] ?? reasons['patch'] ?? reasons['ifr'] ?? '';
  }
  if (record.kind !== 'valid') return '';
  const { harvested } = record.value;
  return harvested.kind === 'patch' ? '' : harvested.reason;
}
