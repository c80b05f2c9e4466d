import { z } from 'zod';
import { rulesetSideSchema } from './witness.ts';

const matches = z.int().min(0).nullable();

/** `refused.json` of a ruleset: imported rules that do not hold on base and golden here. */
export const refusedRulesSchema = z.array(
  z.looseObject({
    id: z.string(),
    side: rulesetSideSchema,
    /** Why it does not hold. */
    reason: z.string(),
    /** Matches on each tree; null if they could not be counted. */
    counts: z.object({ base: matches, golden: matches }),
    /** Its text, so that nothing that was published is lost. */
    rule: z.unknown(),
  }),
);

export type RefusedRule = z.infer<typeof refusedRulesSchema>[number];
