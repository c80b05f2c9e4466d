import type { LabelCriterion } from '@refbench/contracts';
import { z } from 'zod';

/**
 * The models that label one criterion. A single model is a string, so that the plans of older runs stay
 * valid and keep their digests.
 */
export const labellersSchema = z.union([
  z.string(),
  z
    .array(z.string())
    .min(2)
    .refine((models) => new Set(models).size === models.length, 'a model is named twice'),
]);

export type Labellers = z.infer<typeof labellersSchema>;

/** Returns the models that label a criterion, in the order of the plan. */
export function labellersOf(
  plan: { readonly models: Readonly<Record<LabelCriterion, Labellers>> },
  criterion: LabelCriterion,
): readonly string[] {
  const models = plan.models[criterion];
  return typeof models === 'string' ? [models] : models;
}

/** The form in which a plan stores models. Without any, because the criterion is not asked: empty. */
export function storedLabellers(models: readonly string[]): Labellers {
  const [only = '', ...others] = models;
  return others.length === 0 ? only : [...models];
}
