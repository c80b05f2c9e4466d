import { z } from 'zod';
import type { Finding } from '../event-filter/event-filter.ts';

/** What was read of a shard: an hour of the archive, a repository, a list. Gaps are facts, not errors. */
export const coverageSchema = z.strictObject({
  status: z.enum([
    'whole',
    /** Not at the source: the archive has such holes. */
    'missing',
    'empty',
    /** It ends, or breaks, before its end; what came before is kept. */
    'truncated',
    /** Could not be had; the same command asks again. */
    'failed',
  ]),
  reason: z.string().optional(),
  /** Lines of an hour, commits of a repository, rows of a list. */
  records: z.int().nonnegative(),
  /** Of these, lines that are no event, or too long to be one. */
  unreadable: z.int().nonnegative(),
  bytes: z.int().nonnegative().optional(),
  /** Earliest and latest time of what was found; hour files hold events of other hours. */
  first_at: z.string().optional(),
  last_at: z.string().optional(),
});

export type Coverage = z.infer<typeof coverageSchema>;

export interface ShardResult {
  readonly coverage: Coverage;
  /** One a commit that was seen, in the order it was seen. */
  readonly findings: readonly Finding[];
}

/** A part of a source that is read as a whole, and once. */
export interface Shard {
  /** A file's name: letters, digits, dots, dashes, underscores. */
  readonly id: string;
  readonly read: (signal?: AbortSignal) => Promise<ShardResult>;
}
