import type { PriceTable } from '@refbench/models';
import { labelsOfFolder, type LabelFolder, type LabelPlan } from '../run/label-folder.ts';
import { accuracyOf, type Accuracy } from './accuracy.ts';
import { alphaTable, type AlphaRow } from './alpha-table.ts';
import { costElsewhere, recordedCosts, type OtherModelCost, type RecordedCosts } from './costs.ts';
import { rationaleFigures, type Embedder, type RationaleFigures } from './rationales.ts';
import type { Reference } from './reference.ts';

export interface RunEvaluation {
  readonly folder: string;
  readonly models: LabelPlan['models'];
  /** Evaluated. */
  readonly instances: number;
  /** Rows that prompts were made with: left out when labelling, or now. */
  readonly kept_out: readonly string[];
  readonly accuracy: readonly Accuracy[];
  readonly agreement: readonly AlphaRow[];
  readonly rationales: readonly RationaleFigures[];
  readonly costs: RecordedCosts;
  readonly elsewhere: readonly OtherModelCost[];
}

export interface EvaluateRunOptions {
  /** By instance; empty without a reference. */
  readonly reference: ReadonlyMap<string, Reference>;
  readonly excluded: ReadonlySet<string>;
  readonly prices: PriceTable;
  readonly embedder: Embedder | undefined;
}

/** @param name what the result calls the folder */
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
    rationales,
    costs: recordedCosts(allPasses),
    elsewhere: costElsewhere(allPasses, models),
  };
}
