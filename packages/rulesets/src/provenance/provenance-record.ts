import {
  digestSchema,
  rulesetSideSchema,
  type Digest,
  type RulesetSide,
} from '@refbench/contracts';
import { z } from 'zod';

/** Who made a rule: a person, the miner of `rules suggest`, or a model. */
export type RuleAuthor =
  | { readonly kind: 'person'; readonly name: string }
  | { readonly kind: 'miner' }
  | { readonly kind: 'model'; readonly name: string };

const HOW = ['register', 'suggest', 'import', 'generate', 'review-edit'] as const;

/** The command that wrote a rule; `review-edit` is an edit in `rules review`. */
export type ProvenanceHow = (typeof HOW)[number];

/** The origin of one version of a rule. */
export interface ProvenanceEntry {
  /** Id of the rule. */
  readonly rule: string;
  readonly side: RulesetSide;
  /** Digest of the rule. An entry says nothing about a changed rule with the same id. */
  readonly digest: Digest;
  readonly by: RuleAuthor;
  readonly how: ProvenanceHow;
  /** ISO 8601 in UTC. */
  readonly at: string;
  /** Name and version of the tool, e.g. `refbench/0.1.0`. */
  readonly tool: string;
  /** The engine that checked the rule. */
  readonly engine: { readonly name: 'ast-grep' | 'opengrep'; readonly version: string };
}

/** The content of provenance.json in the folder of a ruleset. */
export interface Provenance {
  readonly schema: 1;
  /** Sorted by rule and time. */
  readonly rules: readonly ProvenanceEntry[];
}

const nameSchema = z.string().min(1);

/** The schema of {@link RuleAuthor}. */
export const ruleAuthorSchema: z.ZodType<RuleAuthor> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('person'), name: nameSchema }),
  z.strictObject({ kind: z.literal('miner') }),
  z.strictObject({ kind: z.literal('model'), name: nameSchema }),
]);

/** The schema of {@link ProvenanceEntry}. */
export const provenanceEntrySchema: z.ZodType<ProvenanceEntry> = z.strictObject({
  rule: nameSchema,
  side: rulesetSideSchema,
  digest: digestSchema,
  by: ruleAuthorSchema,
  how: z.enum(HOW),
  at: z.iso.datetime(),
  tool: nameSchema,
  engine: z.strictObject({ name: z.enum(['ast-grep', 'opengrep']), version: nameSchema }),
});

export const provenanceSchema: z.ZodType<Provenance> = z.strictObject({
  schema: z.literal(1),
  rules: z.array(provenanceEntrySchema),
});
