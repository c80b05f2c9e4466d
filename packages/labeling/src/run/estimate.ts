import { RefbenchError, type LabelCriterion } from '@refbench/contracts';
import { mapConcurrent } from '@refbench/mining';
import { usdOfCall, type ModelPrice } from '@refbench/models';
import type { LabelTask } from '../input/label-task.ts';
import { estimateTokens } from '../tokens.ts';
import type { LabelPlan } from './label-folder.ts';
import { QuestionDesk, type QuestionOptions } from './question-desk.ts';

interface CriterionEstimate {
  readonly criterion: LabelCriterion;
  readonly calls: number;
  readonly inputTokens: number;
  /** With answers of the usual length. */
  readonly usd: number;
  /** With every answer as long as it may be. */
  readonly mostUsd: number;
}

export interface Estimate {
  readonly criteria: readonly CriterionEstimate[];
  /** Tasks that cannot be asked about their code, with the reason. */
  readonly unreachable: readonly { readonly instance: string; readonly reason: string }[];
}

/** A rationale and a score; reasoning that a provider bills comes on top. */
const USUAL_OUTPUT_TOKENS = 500;
/** The reader sees an answer and gives a digit. */
const READER_TOKENS = { inputTokens: 700, outputTokens: 10 };

/**
 * What a run would cost: all questions are put together, and no model is asked. Input is estimated by
 * length, without a cache.
 */
export async function estimateLabelling(
  options: QuestionOptions & {
    readonly plan: LabelPlan;
    readonly tasks: readonly LabelTask[];
    readonly prices: Readonly<Record<LabelCriterion, ModelPrice>>;
    readonly readerPrice: ModelPrice | undefined;
    readonly maxOutputTokens: number;
  },
): Promise<Estimate> {
  const { plan, tasks, prices, readerPrice, maxOutputTokens, signal } = options;
  const desk = new QuestionDesk(options);
  const sums = new Map(plan.criteria.map((criterion) => [criterion, zero(criterion)]));
  const unreachable: { instance: string; reason: string }[] = [];
  const add = (criterion: LabelCriterion, prompt: string): void => {
    const sum = sums.get(criterion);
    if (sum === undefined) return;
    const inputTokens = estimateTokens(options.prompts.texts.system + prompt);
    const read =
      readerPrice === undefined || criterion === 'issue'
        ? 0
        : usdOfCall(readerPrice, READER_TOKENS);
    const costs = (outputTokens: number): number =>
      usdOfCall(prices[criterion], { inputTokens, outputTokens }) + read;
    sums.set(criterion, {
      criterion,
      calls: sum.calls + plan.passes * (read > 0 ? 2 : 1),
      inputTokens: sum.inputTokens + plan.passes * inputTokens,
      usd: sum.usd + plan.passes * costs(USUAL_OUTPUT_TOKENS),
      mostUsd: sum.mostUsd + plan.passes * costs(maxOutputTokens),
    });
  };
  const withCode = plan.criteria.filter((criterion) => criterion !== 'issue');
  await mapConcurrent(tasks, 2, async (task) => {
    signal.throwIfAborted();
    if (plan.criteria.includes('issue')) add('issue', desk.issueQuestion(task).prompt);
    if (withCode.length === 0) return;
    try {
      const questions = await desk.questions(task, withCode);
      for (const { criterion, prompt } of questions) add(criterion, prompt);
    } catch (error) {
      if (!RefbenchError.isInstance(error) || error.kind === 'usage') throw error;
      unreachable.push({ instance: task.instance, reason: error.message });
    }
  });
  return { criteria: [...sums.values()], unreachable };
}

function zero(criterion: LabelCriterion): CriterionEstimate {
  return { criterion, calls: 0, inputTokens: 0, usd: 0, mostUsd: 0 };
}
