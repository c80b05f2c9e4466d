import type { AttemptUsage, Outcome, PhaseRecord } from '@refbench/contracts';
import { sha256OfBytes } from '@refbench/base';
import type { TryResult } from '../submission/submission.ts';
import { allowance, within, type PhaseBudget, type PhaseUsage } from './allowance.ts';
import { judgePlans } from './judge-plans.ts';
import { makePlans } from './make-plans.ts';
import { writePhasePrompt } from '@refbench/workspace';
import type { PhaseResult, PlanAttemptOptions, RunPhase } from './planned-attempt.ts';

/**
 * Runs an attempt in a mode with plans: planning, in multiplan a choice among the plans, and a
 * fresh agent that executes the plan.
 */
export async function planAttempt(
  options: PlanAttemptOptions,
  runPhase: RunPhase,
): Promise<TryResult> {
  return await new PlanModeAttempt(options, runPhase).run();
}

/** One attempt in a mode with plans. It tracks the time and money of its phases. */
class PlanModeAttempt {
  private readonly options: PlanAttemptOptions;
  private readonly runPhase: RunPhase;
  private readonly phases: PhaseRecord[] = [];
  private readonly warnings: string[] = [];

  constructor(options: PlanAttemptOptions, runPhase: RunPhase) {
    this.options = options;
    this.runPhase = async (request) => {
      const result = await runPhase(request);
      if (result.kind === 'ended') this.warnings.push(...(result.warnings ?? []));
      return result;
    };
  }

  async run(): Promise<TryResult> {
    const { planned } = this.options;
    const made = await makePlans(this.options, this.planningCap(), this.runPhase);
    if (made.kind !== 'done') return await this.end(made);
    await this.note(made.record);
    const [first = ''] = made.value;
    if (planned.kind === 'plan') return await this.execute(first);
    const left = allowance(this.total(), this.used());
    if (left.kind === 'exhausted') return this.exhausted(left.outcome);
    const judged = await judgePlans(this.options, made.value, left.budget);
    if (judged.kind !== 'done') return await this.end(judged);
    await this.note(judged.record);
    return await this.execute(judged.value);
  }

  private async execute(plan: string): Promise<TryResult> {
    const { options } = this;
    const { planned } = options;
    const left = allowance(this.total(), this.used());
    if (left.kind === 'exhausted') return this.exhausted(left.outcome);
    const prompt = planned.prompts.execute(plan);
    await writePhasePrompt(planned.own.folder, 'execute', prompt);
    await planned.reporter.started('execute');
    const startedAt = new Date().toISOString();
    const limits = within(options.limits, left.budget);
    const { budgetUsd } = left.budget;
    const result = await this.runPhase({
      phase: 'execute',
      prompt,
      limits,
      budgetUsd,
      folder: planned.own.folder,
    });
    if (result.kind === 'stopped') return result;
    await this.note({
      schema: 1,
      phase: 'execute',
      outcome: result.outcome,
      inputs: {
        image: options.prepared.environment.imageId,
        prompt: sha256OfBytes(prompt),
        agent: options.agent,
      },
      ...(result.usage === undefined ? {} : { usage: result.usage }),
      started_at: startedAt,
      duration_ms: result.durationMs,
      adopted_from: null,
    });
    return { ...result, outcome: this.ofAttempt(result.outcome), ...this.account() };
  }

  /** Ends the attempt with the outcome of a phase that did not succeed. */
  private async end(
    result: Exclude<PhaseResult<unknown>, { readonly kind: 'done' }>,
  ): Promise<TryResult> {
    if (result.kind === 'stopped') return result;
    if (result.record !== undefined) await this.note(result.record);
    const { outcome, reason, log, record } = result;
    return {
      kind: 'ended',
      // Planning has its own limits. The judge has those of the attempt.
      outcome: record?.phase === 'judge' ? this.ofAttempt(outcome) : outcome,
      collected: { kind: 'none', reason },
      log: log ?? { bytes: Buffer.alloc(0), droppedBytes: 0 },
      ...this.account(),
    };
  }

  private exhausted(outcome: Outcome): TryResult {
    const reason = 'planning used up the time or budget for executing a plan';
    return {
      kind: 'ended',
      outcome,
      collected: { kind: 'none', reason },
      log: { bytes: Buffer.alloc(0), droppedBytes: 0 },
      ...this.account(),
    };
  }

  private async note(record: PhaseRecord): Promise<void> {
    this.phases.push(record);
    await this.options.planned.reporter.ended(record);
  }

  /**
   * Converts limits of the last phase to those of the attempt, because the phase had only what was
   * left.
   */
  private ofAttempt(outcome: Outcome): Outcome {
    const { limits, budgetUsd } = this.options;
    if (outcome.kind === 'budget-exceeded' && budgetUsd !== null) {
      return { ...outcome, budget_usd: budgetUsd, spent_usd: this.used().usd };
    }
    if (outcome.kind === 'timed-out' && outcome.limit === 'wall-clock') {
      return { ...outcome, limit_ms: limits.wall_clock_ms };
    }
    return outcome;
  }

  /** Returns time and money of all phases, including adopted ones. */
  private account(): Pick<Ended, 'durationMs' | 'usage' | 'phases' | 'warnings'> {
    const usage = sum(this.phases);
    return {
      durationMs: this.used().ms,
      ...(usage === undefined ? {} : { usage }),
      ...(this.warnings.length === 0 ? {} : { warnings: this.warnings }),
      phases: this.phases,
    };
  }

  private used(): PhaseUsage {
    const ms = this.phases.reduce((total, phase) => total + phase.duration_ms, 0);
    // Adopted phases are already included in what earlier attempts spent.
    const own = this.phases.filter((phase) => phase.adopted_from === null);
    return { ms, usd: this.options.spentBeforeUsd + (sum(own)?.usd ?? 0) };
  }

  private total(): PhaseBudget {
    const { limits, budgetUsd } = this.options;
    return { wallClockMs: limits.wall_clock_ms, budgetUsd };
  }

  private planningCap(): PhaseBudget {
    const { budgetUsd, planned } = this.options;
    const { wall_clock_ms: wallClockMs, budget_share } = planned.planning;
    const cap = budgetUsd === null ? null : budgetUsd * budget_share;
    const spent = { ms: 0, usd: this.options.spentBeforeUsd };
    const granted = allowance(this.total(), spent, { wallClockMs, budgetUsd: cap });
    if (granted.kind === 'granted') return granted.budget;
    return { wallClockMs, budgetUsd: budgetUsd === null ? null : 0 };
  }
}

type Ended = Extract<TryResult, { readonly kind: 'ended' }>;

function sum(phases: readonly PhaseRecord[]): AttemptUsage | undefined {
  const [first, ...rest] = phases.flatMap(({ usage }) => (usage === undefined ? [] : [usage]));
  if (first === undefined) return undefined;
  return rest.reduce(
    (left, right) => ({
      usd: left.usd + right.usd,
      requests: left.requests + right.requests,
      input_tokens: left.input_tokens + right.input_tokens,
      output_tokens: left.output_tokens + right.output_tokens,
      client: null,
    }),
    first,
  );
}
