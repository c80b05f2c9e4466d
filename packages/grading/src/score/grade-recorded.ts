import { join } from 'node:path';
import type {
  AttemptRecord,
  ControlsLevel,
  JournalEvent,
  Limits,
  Score,
} from '@refbench/contracts';
import type { Journal } from '@refbench/base';
import { withLogContext } from '@refbench/base';
import type { AttemptPhase } from '@refbench/workspace';
import { attemptLabel, repeatField } from '@refbench/workspace';
import type { PackagesOrigin } from './attempt-packages.ts';
import { gradeAttempt } from './grade-attempt.ts';
import type { GradingContext } from './grading-context.ts';

export type AttemptEnd =
  | { readonly kind: 'scored'; readonly score: Score; readonly reused: boolean }
  | { readonly kind: 'stopped' };

/** Input for grading a recorded attempt. It needs no agent. */
export interface GradingOptions {
  readonly context: GradingContext;
  readonly controls: ControlsLevel;
  readonly run: string;
  readonly repeat: number;
  readonly agentFolder: string;
  readonly journal: Journal<JournalEvent>;
  readonly stop: AbortSignal;
  readonly onPhase: (attempt: number, phase: AttemptPhase) => void;
  readonly agent: string;
  readonly limits: Limits;
}

/** Scores a recorded attempt. */
export async function gradeRecorded(
  options: GradingOptions,
  { record, patch }: { readonly record: AttemptRecord; readonly patch: Buffer },
): Promise<AttemptEnd> {
  const { agent, journal, context } = options;
  const { attempt } = record;
  const label = attemptLabel(options.repeat, attempt);
  const result = await withLogContext({ attempt: label }, () =>
    gradeAttempt({
      ...context,
      folder: join(options.agentFolder, String(attempt)),
      agent,
      attempt,
      repeat: options.repeat,
      outcome: record.outcome,
      harvested: record.harvested,
      patch,
      packagesOrigin: originOf(record),
      usage: record.usage,
      warnings: record.warnings,
      attemptLimits: record.limits,
      phases: record.phases,
      limits: options.limits,
      controls: options.controls,
      run: options.run,
      signal: options.stop,
      onPhase: (phase) => options.onPhase(attempt, phase),
    }),
  );
  if (result.kind === 'stopped') return result;
  if (result.kind === 'unchanged') return { kind: 'scored', score: result.score, reused: true };
  await journal.append({
    kind: 'graded',
    instance: context.prepared.instance.id,
    agent,
    attempt,
    ...repeatField(options.repeat),
    verdict: result.score.verdict,
    superseded: result.superseded,
    at: new Date().toISOString(),
  });
  return { kind: 'scored', score: result.score, reused: false };
}

/** A container leaves the digest of its system calls. A patch without one was made elsewhere. */
function originOf({ packages, inputs, limits }: AttemptRecord): PackagesOrigin {
  if (packages !== undefined) return 'recorded';
  return inputs.seccomp === undefined && limits === undefined ? 'elsewhere' : 'none';
}
