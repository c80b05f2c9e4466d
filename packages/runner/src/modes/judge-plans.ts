import type { AttemptUsage, JudgePhase, Outcome } from '@refbench/contracts';
import { sha256OfBytes } from '@refbench/files';
import type { Means } from './allowance.ts';
import { findChoice, writePhase, writePhasePrompt } from './phase-files.ts';
import type { PhaseResult, PlanAttemptOptions } from './planned-mode.ts';

/** A judge answers in seconds; this only ends a connection that hangs. */
const JUDGE_LIMIT_MS = 10 * 60_000;

/**
 * The plan that the judge chooses. Without a valid choice the attempt has failed through no fault of
 * the agent: it is tried again, behind the same plans.
 */
export async function judgePlans(
  options: PlanAttemptOptions,
  plans: readonly string[],
  means: Means,
): Promise<PhaseResult<string>> {
  const { planned, signal } = options;
  const { judge, own } = planned;
  if (judge === undefined) throw new Error('multiplan has no judge');
  const prompt = planned.prompts.judge(planned.description, plans);
  const inputs = { prompt: sha256OfBytes(prompt), model: judge.model };
  const stored = await findChoice(planned.earlier, inputs);
  if (stored !== undefined) {
    const record = {
      ...stored.record,
      adopted_from: stored.record.adopted_from ?? stored.from.attempt,
    };
    await writePhase(own.folder, record, { 'prompt.md': prompt });
    return done(plans, record);
  }
  await writePhasePrompt(own.folder, 'judge', prompt);
  await planned.reporter.started('judge');
  const startedAt = new Date().toISOString();
  const begin = performance.now();
  const limitMs = Math.min(means.wallClockMs, JUDGE_LIMIT_MS);
  const judgement = await judge.choose({
    prompt,
    plans: plans.length,
    signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
  });
  if (judgement.kind === 'stopped' && signal.aborted) return { kind: 'stopped' };
  const recordOf = (
    outcome: Outcome,
    made: { choice: number | null; reasoning: string; tries: number; usage?: AttemptUsage },
  ): JudgePhase => ({
    schema: 1,
    phase: 'judge',
    outcome,
    inputs,
    ...made,
    started_at: startedAt,
    duration_ms: performance.now() - begin,
    adopted_from: null,
  });
  if (judgement.kind === 'chosen') {
    const { choice, reasoning, tries, usage } = judgement;
    const completed = { kind: 'completed', oom_seen: false } as const;
    const record = recordOf(completed, { choice, reasoning, tries, usage });
    await writePhase(own.folder, record, {});
    return done(plans, record);
  }
  const { detail, ...asked } =
    judgement.kind === 'failed'
      ? { detail: judgement.detail, tries: judgement.tries, usage: judgement.usage }
      : { detail: `no answer within ${limitMs / 1000} s`, tries: 1 };
  const outcome = { kind: 'infra-failed', cause: 'judge', detail } as const;
  const record = recordOf(outcome, { choice: null, reasoning: '', ...asked });
  return { kind: 'ended', outcome, reason: detail, record };
}

function done(plans: readonly string[], record: JudgePhase): PhaseResult<string> {
  const chosen = plans[record.choice ?? -1];
  if (chosen === undefined) throw new Error(`there is no plan ${record.choice}`);
  return { kind: 'done', value: chosen, record };
}
