import type { AttemptUsage, Outcome, PlanPhase } from '@refbench/contracts';
import { sha256OfBytes } from '@refbench/base';
import { within, type PhaseBudget } from './allowance.ts';
import { collectPlans } from './collect-plans.ts';
import { findPlans, phaseFolder, planFileName, planPaths, writePhase } from '@refbench/workspace';
import type { PhaseResult, PlanAttemptOptions, RunPhase } from './planned-attempt.ts';
import type { PhaseEvidence } from './phase-request.ts';

/**
 * Returns the plans of an earlier attempt, or makes new ones. New plans and their record are on
 * disk before the container is removed. As with patches, the files count, however the agent ended.
 */
export async function makePlans(
  options: PlanAttemptOptions,
  budget: PhaseBudget,
  runPhase: RunPhase,
): Promise<PhaseResult<readonly string[]>> {
  const { planned, prepared, prompt } = options;
  const inputs = {
    image: prepared.environment.imageId,
    prompt: sha256OfBytes(prompt),
    agent: options.agent,
  };
  const stored = await findPlans(planned.earlier, { phase: planned.kind, inputs });
  if (stored !== undefined) {
    const { texts, from } = stored;
    const record = { ...stored.record, adopted_from: stored.record.adopted_from ?? from.attempt };
    await writePhase(planned.own.folder, record, { ...planFiles(texts), 'prompt.md': prompt });
    return { kind: 'done', value: texts, record };
  }
  await planned.reporter.started(planned.kind);
  const startedAt = new Date().toISOString();
  let kept: Kept | undefined;
  const result = await runPhase({
    phase: planned.kind,
    prompt,
    limits: within(options.limits, budget),
    budgetUsd: budget.budgetUsd,
    folder: phaseFolder(planned.own.folder, planned.kind),
    collect: async (evidence) => {
      kept = await keepPlans(options, evidence, { inputs, startedAt });
      return { kind: 'none', reason: kept.problem ?? 'the plans are kept' };
    },
  });
  if (result.kind === 'stopped') return result;
  if (kept === undefined) {
    const { outcome, log, usage, durationMs } = result;
    const reason =
      result.collected.kind === 'none' ? result.collected.reason : 'no plan could be read';
    const record = recordOf(
      planned.kind,
      { inputs, startedAt },
      { outcome, usage, durationMs },
      [],
    );
    return { kind: 'ended', outcome, reason, record, log };
  }
  const { problem, texts, record } = kept;
  if (problem === undefined) return { kind: 'done', value: texts, record };
  const reason = `${problem}; there was no plan to execute`;
  return { kind: 'ended', outcome: record.outcome, reason, record, log: result.log };
}

/** Known when the planner started. */
interface Made {
  readonly inputs: PlanPhase['inputs'];
  readonly startedAt: string;
}

interface Kept {
  readonly record: PlanPhase;
  readonly texts: readonly string[];
  /** Why the plans do not meet the requirements of the mode. */
  readonly problem: string | undefined;
}

async function keepPlans(
  options: PlanAttemptOptions,
  { stopped, outcome, usage, trajectory }: PhaseEvidence,
  made: Made,
): Promise<Kept> {
  const { planned, prompt } = options;
  const { plans, problem } = await collectPlans(stopped, planPaths(planned.kind));
  const lacking = problem !== undefined && outcome.kind === 'completed';
  const ended = {
    outcome: lacking ? ({ kind: 'no-plan', reason: problem } as const) : outcome,
    usage,
    durationMs: stopped.durationMs,
  };
  const record = recordOf(planned.kind, made, ended, plans);
  await writePhase(planned.own.folder, record, {
    'prompt.md': prompt,
    'agent.log': stopped.log.bytes,
    ...(trajectory === undefined ? {} : { 'trajectory.json': JSON.stringify(trajectory) }),
    ...planFiles(plans),
  });
  return { record, texts: plans, problem };
}

function planFiles(plans: readonly string[]): Record<string, string> {
  return Object.fromEntries(plans.map((plan, index) => [planFileName(index), plan]));
}

function recordOf(
  phase: PlanPhase['phase'],
  { inputs, startedAt }: Made,
  ended: {
    readonly outcome: Outcome;
    readonly usage: AttemptUsage | undefined;
    readonly durationMs: number;
  },
  plans: readonly string[],
): PlanPhase {
  return {
    schema: 1,
    phase,
    outcome: ended.outcome,
    inputs,
    plans: plans.map((plan) => sha256OfBytes(plan)),
    ...(ended.usage === undefined ? {} : { usage: ended.usage }),
    started_at: startedAt,
    duration_ms: ended.durationMs,
    adopted_from: null,
  };
}
