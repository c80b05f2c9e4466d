import type { PriceTable } from '@refbench/models';
import { labelsOfFolder, type LabelFolder, type LabelPlan } from '../run/label-folder.ts';
import { labellersOf } from '../run/plan-models.ts';
import { accuracyOf, type Accuracy } from './accuracy.ts';
import { alphaTable, type AlphaRow } from './alpha-table.ts';
import { modelFigures, modelPairs, type ModelFigures, type ModelPair } from './by-model.ts';
import { costElsewhere, recordedCosts, type OtherModelCost, type RecordedCosts } from './costs.ts';
import { rationaleFigures, type Embedder, type RationaleFigures } from './rationales.ts';
import type { Reference } from './reference.ts';

export interface RunEvaluation {
  readonly folder: string;
  readonly models: LabelPlan['models'];
  /** Number of evaluated instances. */
  readonly instances: number;
  /**
   * Rows that are excluded because the prompts were developed with them, by the run or by this
   * evaluation.
   */
  readonly kept_out: readonly string[];
  readonly accuracy: readonly Accuracy[];
  readonly agreement: readonly AlphaRow[];
  /** Each model as a labeller of each criterion. */
  readonly byModel: readonly ModelFigures[];
  /** Every two models that labelled the same criterion. */
  readonly pairs: readonly ModelPair[];
  readonly rationales: readonly RationaleFigures[];
  readonly costs: RecordedCosts;
  readonly elsewhere: readonly OtherModelCost[];
}

export interface EvaluateRunOptions {
  /** Reference labels by instance. Empty without a reference. */
  readonly reference: ReadonlyMap<string, Reference>;
  readonly excluded: ReadonlySet<string>;
  readonly prices: PriceTable;
  readonly embedder: Embedder | undefined;
}

/**
 * Evaluates a labelling run.
 * @param name the name of the folder in the result
 */
export async function evaluateRun(
  name: string,
  folder: LabelFolder,
  { reference, excluded, prices, embedder }: EvaluateRunOptions,
): Promise<RunEvaluation> {
  const { plan, allPasses } = folder;
  const labels = labelsOfFolder(folder).filter(({ instance }) => !excluded.has(instance));
  const rationales: RationaleFigures[] = [];
  for (const criterion of plan.criteria) {
    rationales.push(await rationaleFigures(criterion, labels, reference, embedder));
  }
  const models = prices.models.flatMap((model) => {
    const price = prices.priceOf(model);
    return price === undefined ? [] : [{ model, price }];
  });
  return {
    folder: name,
    models: plan.models,
    instances: labels.length,
    kept_out: [...new Set([...plan.kept_out, ...excluded])].sort(),
    accuracy: plan.criteria.map((criterion) => accuracyOf(criterion, labels, reference)),
    agreement: plan.criteria.flatMap((criterion) => alphaTable(criterion, labels, reference)),
    byModel: plan.criteria.flatMap((criterion) =>
      modelFigures(criterion, labellersOf(plan, criterion), labels, reference, allPasses),
    ),
    pairs: plan.criteria.flatMap((criterion) =>
      modelPairs(criterion, labellersOf(plan, criterion), labels),
    ),
    rationales,
    costs: recordedCosts(allPasses),
    elsewhere: costElsewhere(allPasses, models),
  };
}
