import { z } from 'zod';

/** A rating by a model from 0 (not at all) to 1 (completely), rounded to hundredths. */
const dimension = z
  .number()
  .min(0)
  .max(1)
  .transform((value) => Math.round(value * 100) / 100);

/** The dimensions of a message (paper, appendix A.1). */
export const messageDimensionSchema = z.strictObject({
  large_scale: dimension,
  refactoring: dimension,
  cohesion: dimension,
  length: dimension,
  triviality: dimension,
  uncertainty: dimension,
});

/** The dimensions of a diff. */
export const diffDimensionSchema = z.strictObject({
  refactoring: dimension,
  complexity: dimension,
  mixed_concerns: dimension,
  risk: dimension,
  uncertainty: dimension,
  triviality: dimension,
  automation: dimension,
});

export type MessageDimensions = z.infer<typeof messageDimensionSchema>;
export type DiffDimensions = z.infer<typeof diffDimensionSchema>;

/** At most 1; below 0 where the faults outweigh. */
export function messageScore(of: MessageDimensions): number {
  const merits = 0.35 * of.large_scale + 0.45 * of.refactoring + 0.2 * of.cohesion;
  return merits - 0.2 * (of.length + of.triviality + of.uncertainty);
}

/** At most 1; below 0 where the faults outweigh. */
export function diffScore(of: DiffDimensions): number {
  const merits = 0.8 * of.refactoring + 0.2 * of.complexity;
  const faults =
    0.4 * of.mixed_concerns +
    0.2 * of.risk +
    0.1 * of.uncertainty +
    0.15 * of.triviality +
    0.15 * of.automation;
  return merits - 1.5 * faults;
}

/**
 * Returns (message + 3 * diff) / 4. With dimensions in hundredths this is a multiple of 1/16000.
 */
export function combinedScore(message: MessageDimensions, diff: DiffDimensions): number {
  return (messageScore(message) + 3 * diffScore(diff)) / 4;
}
