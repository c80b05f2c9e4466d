import type { PlanPhase } from '@refbench/contracts';
import { sha256OfBytes } from '@refbench/files';
import { within, type Means } from './allowance.ts';
import { collectPlans } from './collect-plans.ts';
import { findPlans, phaseFolder, planFileName, writePhase } from './phase-files.ts';
import type { PhaseResult, PlanAttemptOptions, RunPhase } from './planned-mode.ts';
import type { PhaseEvidence } from './phase-request.ts';
import { planPaths } from './plan-paths.ts';

/**
 * The attempt's plans: those that an earlier attempt has paid for, or new ones. New ones are on the
 * disk, with their record, before the container is removed. As with patches, what the agent left
 * counts, whatever way it ended.
 */
export async function makePlans(
  options: PlanAttemptOptions,
  means: Means,
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
    limits: within(options.limits, means),
    budgetUsd: means.budgetUsd,
    folder: phaseFolder(planned.own.folder, planned.kind),
    collect: async (evidence) => {
      kept = await keepPlans(options, evidence, { inputs, startedAt });
      return { kind: 'none', reason: kept.problem ?? 'the plans are kept' };
    },
  });
  if (result.kind === 'stopped') return result;
  if (kept === undefined) {
    const { outcome, log } = result;
    const reason = result.harvest.kind === 'none' ? result.harvest.reason : 'no plan was read';
    return { kind: 'ended', outcome, reason, log };
  }
  const { problem, texts, record } = kept;
  if (problem === undefined) return { kind: 'done', value: texts, record };
  const reason = `${problem}; there was no plan to carry out`;
  return { kind: 'ended', outcome: record.outcome, reason, record, log: result.log };
}

interface Kept {
  readonly record: PlanPhase;
  readonly texts: readonly string[];
  /** Why they are not the plans that the mode asks for. */
  readonly problem: string | undefined;
}

async function keepPlans(
  options: PlanAttemptOptions,
  { stopped, outcome, usage, trajectory }: PhaseEvidence,
  made: { readonly inputs: PlanPhase['inputs']; readonly startedAt: string },
): Promise<Kept> {
  const { planned, prompt } = options;
  const { plans, problem } = await collectPlans(stopped, planPaths(planned.kind));
  const lacking = problem !== undefined && outcome.kind === 'completed';
  const record: PlanPhase = {
    schema: 1,
    phase: planned.kind,
    outcome: lacking ? { kind: 'no-plan', reason: problem } : outcome,
    inputs: made.inputs,
    plans: plans.map((plan) => sha256OfBytes(plan)),
    ...(usage === undefined ? {} : { usage }),
    started_at: made.startedAt,
    duration_ms: stopped.durationMs,
    adopted_from: null,
  };
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
