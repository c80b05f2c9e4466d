import { digestSchema, segmentSchema } from '@refbench/contracts';
import { z } from 'zod';

/**
 * `restrictive`: the rule requires a choice that the task leaves open, such as the name of a class or
 * variable. `free`: it matches any good solution.
 */
const auditLabelSchema: z.ZodEnum<{ restrictive: 'restrictive'; free: 'free' }> = z.enum([
  'restrictive',
  'free',
]);

export type AuditLabel = z.infer<typeof auditLabelSchema>;

/** The label that a model gave to one rule. */
export interface AuditEntry {
  readonly rule: string;
  /** Digest of the labelled rule. A changed rule with the same id is labelled again. */
  readonly digest: string;
  readonly label: AuditLabel;
  /** The choice that the rule forces; empty for a free rule. */
  readonly forces: string;
  readonly reason: string;
}

/** The content of audit.json in the folder of the ruleset. */
export interface AuditRecord {
  readonly schema: 1;
  readonly model: string;
  /** Digest of the prompt and the task text. */
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
