import { join } from 'node:path';
import {
  digestSchema,
  rulesetSideSchema,
  type Digest,
  type RulesetSide,
} from '@refbench/contracts';
import { withLock, writeJsonFile, readOptionalJson } from '@refbench/base';
import { z } from 'zod';
import { ruleAuthorSchema, type RuleAuthor } from '../provenance/provenance-record.ts';
import type { Rule } from '@refbench/rule-engine';

/** A decision of a reviewer about one version of a rule. */
export interface ReviewDecision {
  readonly rule: string;
  readonly side: RulesetSide;
  /** Digest of the reviewed rule. A changed rule with the same id needs another review. */
  readonly digest: Digest;
  readonly decision: 'accepted' | 'dropped';
  readonly by: RuleAuthor;
  /** ISO 8601 in UTC. */
  readonly at: string;
}

/** The content of review.json in the folder of a ruleset. */
export interface RuleReview {
  readonly schema: 1;
  /** In the order in which they were made. */
  readonly decisions: readonly ReviewDecision[];
}

const reviewSchema: z.ZodType<RuleReview> = z.strictObject({
  schema: z.literal(1),
  decisions: z.array(
    z.strictObject({
      rule: z.string().min(1),
      side: rulesetSideSchema,
      digest: digestSchema,
      decision: z.enum(['accepted', 'dropped']),
      by: ruleAuthorSchema,
      at: z.iso.datetime(),
    }),
  ),
});

const FILE = 'review.json';

/**
 * Reads the review of a ruleset. A ruleset without the file has no decisions.
 * @param folder the folder with `additive/` and `reductive/`
 * @throws RefbenchError kind `invalid-file`
 */
export async function readReview(folder: string): Promise<RuleReview> {
  const hint = 'correct the file, or delete it to review all rules again';
  const review = await readOptionalJson(join(folder, FILE), reviewSchema, hint);
  return review ?? { schema: 1, decisions: [] };
}

/**
 * Appends decisions to review.json. Earlier decisions stay as history; the last one for a version of a
 * rule counts.
 * @throws RefbenchError kind `invalid-file` if the stored file is damaged
 */
export async function recordDecisions(
  folder: string,
  added: readonly ReviewDecision[],
): Promise<void> {
  if (added.length === 0) return;
  await withLock(join(folder, `.${FILE}.lock`), 'the review', async () => {
    const { decisions } = await readReview(folder);
    const review: RuleReview = { schema: 1, decisions: [...decisions, ...added] };
    await writeJsonFile(join(folder, FILE), review);
  });
}

/** Returns the last decision for exactly this version of a rule; undefined if there is none. */
export function decisionOf(
  { decisions }: RuleReview,
  rule: Pick<Rule, 'id' | 'side' | 'digest'>,
): ReviewDecision | undefined {
  return decisions.findLast(
    (one) => one.rule === rule.id && one.side === rule.side && one.digest === rule.digest,
  );
}
