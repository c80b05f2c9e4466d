import { digestSchema, segmentSchema } from '@refbench/contracts';
import { z } from 'zod';

/**
 * `restrictive`: the rule holds only where a choice is made that the task leaves free, such as the
 * name of a class or variable. `free`: it holds for any good solution.
 */
export const auditLabelSchema: z.ZodEnum<{ restrictive: 'restrictive'; free: 'free' }> = z.enum([
  'restrictive',
  'free',
]);

export type AuditLabel = z.infer<typeof auditLabelSchema>;

/** What a model said of one rule. */
export interface AuditEntry {
  readonly rule: string;
  /** Of the rule that was shown; another rule of this id is labelled anew. */
  readonly digest: string;
  readonly label: AuditLabel;
  /** What the rule forces; empty for a free one. */
  readonly forces: string;
  readonly reason: string;
}

/** audit.json, in the ruleset's folder. */
export interface AuditRecord {
  readonly schema: 1;
  readonly model: string;
  /** Of the question's words and the task's text. */
  readonly question: string;
  readonly labels: readonly AuditEntry[];
}

export const auditRecordSchema: z.ZodType<AuditRecord> = z.strictObject({
  schema: z.literal(1),
  model: z.string().min(1),
  question: digestSchema,
  labels: z.array(
    z.strictObject({
      rule: segmentSchema,
      digest: digestSchema,
      label: auditLabelSchema,
      forces: z.string(),
      reason: z.string().min(1),
    }),
  ),
});
