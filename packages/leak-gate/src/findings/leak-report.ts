import { digestSchema, instanceIdSchema, type Digest } from '@refbench/contracts';
import { z } from 'zod';

/** Increased when the gate judges otherwise, so that images are searched again. */
export const LEAK_SCHEMA = 8;

const LEAK_KINDS = [
  /** A file of golden that base lacks. */
  'golden-file',
  'golden-line',
  /** The id of the golden commit. */
  'golden-commit',
  /** A git directory with more than the base commit. */
  'git-history',
  /** A release of the instance's own package that is newer than base. */
  'own-package',
  'secret',
  /** A part that could not be searched. */
  'unread',
  /** A package that golden adds, which every agent can see. */
  'dependency',
] as const;
export type LeakKind = (typeof LEAK_KINDS)[number];

export interface Finding {
  /** A leak prevents the use of an image; a hint is only informative. */
  readonly severity: 'leak' | 'hint';
  readonly kind: LeakKind;
  /** Index of the layer, 0 is the lowest; null if it is not a file of a layer. */
  readonly layer: number | null;
  /** Members of archives follow their archive after `!`. */
  readonly path: string;
  /** The evidence in one line. Secrets are masked. */
  readonly witness: string;
}

/** The file of an image in which something was found; for a member of an archive, the archive. */
export function fileOf({ path }: Pick<Finding, 'path'>): string {
  return path.split('!', 1)[0] ?? '';
}

/** The findings for which an image is refused. */
export function leaksOf({ findings }: Pick<LeakReport, 'findings'>): readonly Finding[] {
  return findings.filter(({ severity }) => severity === 'leak');
}

/** The result of the gate for one image and one golden commit. */
export interface LeakReport {
  readonly schema: typeof LEAK_SCHEMA;
  readonly instance: string;
  /** The id of the image. An image with equal content may have been searched instead. */
  readonly image: string;
  /** The digest of everything that the search depends on. */
  readonly content: Digest;
  readonly golden: string;
  readonly clean: boolean;
  readonly findings: readonly Finding[];
  /** The number of findings that are not listed, by severity and kind. */
  readonly omitted: Readonly<Record<string, number>>;
  /** The amounts of searched content and search terms. */
  readonly searched: {
    readonly layers: number;
    readonly files: number;
    readonly bytes: number;
    /** The golden lines and files that were searched for. */
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
