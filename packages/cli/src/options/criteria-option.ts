import { InvalidArgumentError } from 'commander';
import { labelCriterionSchema, type LabelCriterion } from '@refbench/contracts';
import { collectList } from './workspace-options.ts';

export const ALL_CRITERIA: readonly LabelCriterion[] = labelCriterionSchema.options;

/** A commander parser for a list of criteria. Returns each once, in their canonical order. */
export function collectCriteria(
  value: string,
  previous: readonly LabelCriterion[] = [],
): readonly LabelCriterion[] {
  const names = new Set<string>(collectList(value, previous));
  const known = ALL_CRITERIA.filter((criterion) => names.has(criterion));
  if (known.length === names.size && known.length > 0) return known;
  throw new InvalidArgumentError(`choose from ${ALL_CRITERIA.join(', ')}`);
}
