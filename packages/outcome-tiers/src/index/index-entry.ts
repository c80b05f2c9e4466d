import { z } from 'zod';

const sha = z.string().regex(/^[0-9a-f]{40}$/, 'must have 40 hex digits');

/** A ticket and the commit that is considered its fix. */
export interface IndexEntry {
  readonly key: string;
  readonly sha: string;
  /** First parent of the commit. */
  readonly parent: string;
  /** Committer date in seconds since 1970. Null if the file of the study does not contain it. */
  readonly time: number | null;
  /** The subject of the message. */
  readonly message: string;
  /** Changed source files without tests, in the order of git. */
  readonly files: readonly string[];
  /** Null if the tickets are not labelled. */
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

/** One entry of git_index.json of the study. */
export const studyEntrySchema = z.object({
  sha,
  parent: sha,
  message: z.string(),
  files: z.array(z.string().min(1)).min(1),
  label: z.string().optional(),
});
