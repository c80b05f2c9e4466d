import { digestSchema, instanceIdSchema, type Digest } from '@refbench/contracts';
import { z } from 'zod';

/** Raised when the gate looks for more, so that what passed before is searched again. */
export const LEAK_SCHEMA = 2;

const LEAK_KINDS = [
  /** A file of golden's that base has not. */
  'golden-file',
  'golden-line',
  /** Golden's commit id. */
  'golden-commit',
  /** More in a git directory than one commit of base. */
  'git-history',
  /** A release of the instance's own package that is not base's or an earlier one. */
  'own-package',
  'secret',
  /** What could not be looked into. */
  'unread',
  /** A package that golden adds: known to every agent alike. */
  'dependency',
] as const;
export type LeakKind = (typeof LEAK_KINDS)[number];

export interface Finding {
  /** A leak keeps an image from being used; a hint is for who reads the report. */
  readonly severity: 'leak' | 'hint';
  readonly kind: LeakKind;
  /** 0 is the lowest; null where it is no file of a layer. */
  readonly layer: number | null;
  /** Members of archives follow their archive after `!`. */
  readonly path: string;
  /** What was found, in a line. Secrets are masked. */
  readonly witness: string;
}

/** What the gate says of one image and one golden commit. */
export interface LeakReport {
  readonly schema: typeof LEAK_SCHEMA;
  readonly instance: string;
  /** The image that the report was asked for; one of equal content may have been searched. */
  readonly image: string;
  /** Of all that was searched, and for what. */
  readonly content: Digest;
  readonly golden: string;
  readonly clean: boolean;
  readonly findings: readonly Finding[];
  /** Findings beyond those listed, by kind. */
  readonly omitted: Readonly<Record<string, number>>;
  readonly searched: {
    readonly layers: number;
    readonly files: number;
    readonly bytes: number;
    /** Golden's lines and files that were looked for. */
    readonly lines: number;
    readonly golden_files: number;
  };
  readonly duration_ms: number;
  readonly checked_at: string;
}

const count = z.int().min(0);

export const leakReportSchema: z.ZodType<LeakReport> = z.strictObject({
  schema: z.literal(LEAK_SCHEMA),
  instance: instanceIdSchema,
  image: digestSchema,
  content: digestSchema,
  golden: z.string(),
  clean: z.boolean(),
  findings: z.array(
    z.strictObject({
      severity: z.enum(['leak', 'hint']),
      kind: z.enum(LEAK_KINDS),
      layer: count.nullable(),
      path: z.string(),
      witness: z.string(),
    }),
  ),
  omitted: z.record(z.string(), count),
  searched: z.strictObject({
    layers: count,
    files: count,
    bytes: count,
    lines: count,
    golden_files: count,
  }),
  duration_ms: count,
  checked_at: z.iso.datetime(),
});
