import { z } from 'zod';
import { attackClassSchema } from './attack-file.ts';
import { instanceIdSchema } from './instance-id.ts';

/**
 * - `paid`: a strict figure above 0 in a ranked result, or a published one that no strict figure corrects.
 * - `published`: the published figure is above 0 in a ranked result, as the paper defines it, and the strict
 *   alignment is 0.
 * - `marked`: a figure is above 0, and the result is not ranked because of a finding.
 * - `unpaid`: no alignment is above 0.
 */
const attackOutcomeSchema = z.enum(['paid', 'published', 'marked', 'unpaid']);

const judgedAttackSchema = z.strictObject({
  id: z.string(),
  class: attackClassSchema,
  instance: instanceIdSchema,
  outcome: attackOutcomeSchema,
  /** The alignments of the score; null if they are undefined. */
  alignment: z.number().nullable(),
  alignment_strict: z.number().nullable(),
  /** What refused it: kinds of findings, `tests`, `pass_strict`, `rules`. */
  refused_by: z.array(z.string()),
  /** Whether one of these is what the corpus expects. */
  as_expected: z.boolean(),
});

const classCountsSchema = z.strictObject({
  class: attackClassSchema,
  attacks: z.int().min(0),
  paid: z.int().min(0),
  published: z.int().min(0),
  marked: z.int().min(0),
  unpaid: z.int().min(0),
  /** Attacks that were refused for another reason than the corpus expects. */
  unexpected: z.int().min(0),
});

/** In the folder of a run of `refbench attack`: what each attack earned. */
export const ATTACK_RESULTS_FILE = 'attacks.json';

/** The content of `ATTACK_RESULTS_FILE`. */
export const attackResultsSchema = z.strictObject({
  schema: z.literal(1),
  classes: z.array(classCountsSchema),
  attacks: z.array(judgedAttackSchema),
});

export type AttackOutcome = z.infer<typeof attackOutcomeSchema>;
export type JudgedAttack = z.infer<typeof judgedAttackSchema>;
export type ClassCounts = z.infer<typeof classCountsSchema>;
export type AttackResults = z.infer<typeof attackResultsSchema>;
