import type { LabelCriterion } from '@refbench/contracts';
import { usdOfCall, type ModelPrice } from '@refbench/models';
import type { LabelTask } from '../input/label-task.ts';
import { estimateTokens } from '../repo-map/tokens.ts';
import type { LabelPlan } from './label-folder.ts';
import { labellersOf } from './plan-models.ts';
import { promptSizes } from './prompt-sizes.ts';
import { QuestionBuilder, type QuestionOptions } from './question-builder.ts';

interface CriterionEstimate {
  readonly criterion: LabelCriterion;
  readonly model: string;
  readonly calls: number;
  readonly inputTokens: number;
  /** Estimate for answers of typical length. */
  readonly usd: number;
  /** The same if the provider charges the repeated prompts of later passes as cached input. */
  readonly cachedUsd: number;
  /** Estimate for answers of maximum length. */
  readonly mostUsd: number;
}

export interface Estimate {
  /** One entry per criterion and model. */
  readonly criteria: readonly CriterionEstimate[];
  /** Tasks whose questions about code cannot be built, with the reason. */
  readonly unreachable: readonly { readonly instance: string; readonly reason: string }[];
}

type Sum = { -readonly [K in keyof CriterionEstimate]: CriterionEstimate[K] };

/** Output tokens of a rationale and a score, without billed reasoning tokens. */
const USUAL_OUTPUT_TOKENS = 500;
/** The reader model receives an answer and returns a digit. */
const READER_TOKENS = { inputTokens: 700, outputTokens: 10 };

/**
 * Estimates the cost of a run without calling a model. Input tokens are estimated from the sizes of the
 * prompts, which are not built (see `promptSizes`).
 * @param options.prices the price of every model of the plan, by its name there
 */
export async function estimateLabelling(
  options: QuestionOptions & {
    readonly plan: LabelPlan;
    readonly tasks: readonly LabelTask[];
    readonly prices: ReadonlyMap<string, ModelPrice>;
    readonly readerPrice: ModelPrice | undefined;
    readonly maxOutputTokens: number;
  },
): Promise<Estimate> {
  const { plan, tasks, prices, readerPrice, maxOutputTokens, signal } = options;
  const sums = plan.criteria.flatMap((criterion) =>
    labellersOf(plan, criterion).map((model): Sum => ({
      criterion,
      model,
      calls: 0,
      inputTokens: 0,
      usd: 0,
      cachedUsd: 0,
      mostUsd: 0,
    })),
  );
  const add = (criterion: LabelCriterion, inputTokens: number): void => {
    const isRead = readerPrice !== undefined && criterion !== 'issue';
    const read = isRead ? usdOfCall(readerPrice, READER_TOKENS) : 0;
    for (const sum of sums.filter((one) => one.criterion === criterion)) {
      const price = prices.get(sum.model);
      if (price === undefined) throw new Error(`no price for ${sum.model}`);
      const costs = (outputTokens: number, cachedTokens = 0): number =>
        usdOfCall(price, { inputTokens, cachedTokens, outputTokens }) + read;
      sum.calls += plan.passes * (isRead ? 2 : 1);
      sum.inputTokens += plan.passes * inputTokens;
      sum.usd += plan.passes * costs(USUAL_OUTPUT_TOKENS);
      sum.cachedUsd +=
        costs(USUAL_OUTPUT_TOKENS) + (plan.passes - 1) * costs(USUAL_OUTPUT_TOKENS, inputTokens);
      sum.mostUsd += plan.passes * costs(maxOutputTokens);
    }
  };
  if (plan.criteria.includes('issue')) {
    const builder = new QuestionBuilder(options);
    const { system } = options.prompts.texts;
    for (const task of tasks) {
      signal.throwIfAborted();
      add('issue', estimateTokens(system + builder.issueQuestion(task).prompt));
    }
  }
  const unreachable: { instance: string; reason: string }[] = [];
  const withCode = plan.criteria.filter((criterion) => criterion !== 'issue');
  if (withCode.length > 0) {
    for await (const size of promptSizes(tasks, withCode, options)) {
      if (size.kind === 'sized') add(size.criterion, size.tokens);
      else unreachable.push({ instance: size.instance, reason: size.reason });
    }
  }
  return { criteria: sums, unreachable };
}
