import { z } from 'zod';

const positionSchema = z.strictObject({
  /** Line number from 1. */
  line: z.int().min(1),
  /** Column number from 1, in UTF-16 units. */
  column: z.int().min(1),
});

export const rulesetSideSchema = z.enum(['additive', 'reductive']);
export type RulesetSide = z.infer<typeof rulesetSideSchema>;

/** One match of a rule. `end` is exclusive in column, inclusive in line. */
export const witnessSchema = z.strictObject({
  rule: z.string(),
  file: z.string(),
  start: positionSchema,
  end: positionSchema,
});

export type Witness = z.infer<typeof witnessSchema>;
