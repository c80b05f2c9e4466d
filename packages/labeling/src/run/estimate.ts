import { RefbenchError, type LabelCriterion } from '@refbench/contracts';
import { mapConcurrent } from '@refbench/base';
import { usdOfCall, type ModelPrice } from '@refbench/models';
import type { LabelTask } from '../input/label-task.ts';
import { estimateTokens } from '../repo-map/tokens.ts';
import type { LabelPlan } from './label-folder.ts';
import { QuestionBuilder, type QuestionOptions } from './question-builder.ts';

interface CriterionEstimate {
  readonly criterion: LabelCriterion;
  readonly calls: number;
  readonly inputTokens: number;
  /** Estimate for answers of typical length. */
  readonly usd: number;
  /** Estimate for answers of maximum length. */
  readonly mostUsd: number;
}

export interface Estimate {
  readonly criteria: readonly CriterionEstimate[];
  /** Tasks whose questions about code cannot be built, with the reason. */
  readonly unreachable: readonly { readonly instance: string; readonly reason: string }[];
}

/** Output tokens of a rationale and a score, without billed reasoning tokens. */
const USUAL_OUTPUT_TOKENS = 500;
/** The reader model receives an answer and returns a digit. */
const READER_TOKENS = { inputTokens: 700, outputTokens: 10 };

/**
 * Estimates the cost of a run. Builds all questions without calling a model. Input tokens are estimated
 * from the length of the prompts, without caching.
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
  const builder = new QuestionBuilder(options);
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
    if (plan.criteria.includes('issue')) add('issue', builder.issueQuestion(task).prompt);
    if (withCode.length === 0) return;
    try {
      const questions = await builder.questions(task, withCode);
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
