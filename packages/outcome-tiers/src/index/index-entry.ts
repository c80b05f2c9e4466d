import { z } from 'zod';

const sha = z.string().regex(/^[0-9a-f]{40}$/, 'give 40 hex digits');

/** A ticket and the commit that is taken for its fix. */
export interface IndexEntry {
  readonly key: string;
  readonly sha: string;
  /** First parent. */
  readonly parent: string;
  /** Seconds since 1970, of the committer; null where the study's file does not say. */
  readonly time: number | null;
  /** The subject. */
  readonly message: string;
  /** Source files that it changes, without tests, in git's order. */
  readonly files: readonly string[];
  /** Null where the tickets are not labelled. */
  readonly tier: string | null;
}

export const indexEntrySchema: z.ZodType<IndexEntry> = z.strictObject({
  key: z.string().min(1),
  sha,
  parent: sha,
  time: z.int().nullable(),
  message: z.string(),
  files: z.array(z.string().min(1)).min(1),
  tier: z.string().nullable(),
});

/** One entry of the study's git_index.json. */
export const studyEntrySchema = z.object({
  sha,
  parent: sha,
  message: z.string(),
  files: z.array(z.string().min(1)).min(1),
  label: z.string().optional(),
});
