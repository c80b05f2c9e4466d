import { RefbenchError } from '@refbench/contracts';
import { requirePrice } from '@refbench/models';
import {
  askedModels,
  requireCallableModels,
  type Judge,
  type ModelOptions,
  type Submission,
} from '@refbench/runner';

interface PlannedModels {
  readonly submissions: readonly Submission[];
  readonly models?: ModelOptions | undefined;
  readonly judge?: Judge | undefined;
}

/**
 * Checks the models of a run that is only planned. A model without a price is refused, as in the run.
 * Planning needs no key, so the reason for which the run would refuse is returned instead.
 * @throws RefbenchError kind `usage` on a model without a price
 */
export function checkPlannedModels({
  submissions,
  models,
  judge,
}: PlannedModels): string | undefined {
  if (models === undefined) return undefined;
  for (const model of askedModels({ submissions, judge })) requirePrice(models.prices, model);
  try {
    requireCallableModels({ submissions, models, judge });
    return undefined;
  } catch (error) {
    if (RefbenchError.isInstance(error)) return `the run would end with: ${error.message}`;
    throw error;
  }
}
