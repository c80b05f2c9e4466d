import type { JudgePhase, Outcome } from '@refbench/contracts';
import { sha256OfBytes } from '@refbench/base';
import type { PhaseBudget } from './allowance.ts';
import { openJudgeGate, type JudgeGate } from './judge-gate.ts';
import type { Judge } from '../submission/judge.ts';
import { findChoice, phaseFolder, writePhase, writePhasePrompt } from '@refbench/workspace';
import type { PhaseResult, PlanAttemptOptions } from './planned-attempt.ts';

/** A judge answers in seconds. This limit only ends a hanging connection. */
const JUDGE_LIMIT_MS = 10 * 60_000;

/**
 * Returns the plan that the judge chooses. If only these plans prevent a valid answer, the first
 * plan is taken, because an agent must not void its attempt by what it writes. If the judge answers
 * nothing at all, the attempt fails through no fault of the agent and is retried with the same
 * plans.
 */
export async function judgePlans(
  options: PlanAttemptOptions,
  plans: readonly string[],
  budget: PhaseBudget,
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
  const limitMs = Math.min(budget.wallClockMs, JUDGE_LIMIT_MS);
  await using gate = await gateOf(options, judge, budget);
  const judgement = await judge.choose({
    prompt,
    plans: plans.length,
    signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
    ...(gate === undefined ? {} : { upstream: gate.upstream }),
  });
  if (judgement.kind === 'stopped' && signal.aborted) return { kind: 'stopped' };
  const recordOf = (
    outcome: Outcome,
    made: Pick<JudgePhase, 'choice' | 'fallback' | 'reasoning' | 'tries' | 'usage'>,
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
  // The gateway also metered invalid answers.
  const usage = gate?.usage() ?? (judgement.kind === 'stopped' ? undefined : judgement.usage);
  const spent = usage === undefined ? {} : { usage };
  if (judgement.kind === 'chosen') {
    const { choice, reasoning, tries } = judgement;
    const completed = { kind: 'completed', oom_seen: false } as const;
    const record = recordOf(completed, { choice, reasoning, tries, ...spent });
    await writePhase(own.folder, record, {});
    return done(plans, record);
  }
  if (judgement.kind === 'undecided') {
    const reasoning = `the judge gave no valid answer to these plans, so the first plan is used: ${judgement.detail}`;
    const made = {
      choice: 0,
      fallback: true,
      reasoning,
      tries: judgement.tries,
      ...spent,
    } as const;
    const record = recordOf({ kind: 'completed', oom_seen: false }, made);
    await writePhase(own.folder, record, {});
    return done(plans, record);
  }
  const { detail, tries } =
    judgement.kind === 'failed'
      ? judgement
      : { detail: `no answer within ${limitMs / 1000} s`, tries: 1 };
  const outcome = (await gate?.ending()) ?? { kind: 'infra-failed', cause: 'judge', detail };
  const record = recordOf(outcome, { choice: null, reasoning: '', tries, ...spent });
  return { kind: 'ended', outcome, reason: `the judge gave no choice: ${detail}`, record };
}

/** Opens the gate of the judge if the run has a gateway. */
async function gateOf(
  { modelService, run, attempt, prepared, planned, agentName }: PlanAttemptOptions,
  judge: Judge,
  { budgetUsd }: PhaseBudget,
): Promise<JudgeGate | undefined> {
  if (modelService === undefined || budgetUsd === null) return undefined;
  return await openJudgeGate({
    modelService,
    judge,
    attempt: [run, prepared.instance.id, agentName, attempt, 'judge'].join('/'),
    budgetUsd,
    folder: phaseFolder(planned.own.folder, 'judge'),
  });
}

function done(plans: readonly string[], record: JudgePhase): PhaseResult<string> {
  const chosen = plans[record.choice ?? -1];
  if (chosen === undefined) throw new Error(`there is no plan ${record.choice}`);
  return { kind: 'done', value: chosen, record };
}
