import { z } from 'zod';
import type { Finding } from '../event-filter/event-filter.ts';

/**
 * How much of a shard was read. A shard is an hour of the archive, a repository or a list. Gaps are
 * recorded, not thrown.
 */
export const coverageSchema = z.strictObject({
  status: z.enum([
    'whole',
    /** The source does not have it. The archive has such gaps. */
    'missing',
    'empty',
    /** The file is truncated or corrupt. What precedes is kept. */
    'truncated',
    /** It could not be read. The same command tries again. */
    'failed',
  ]),
  reason: z.string().optional(),
  /** Number of lines of an hour, commits of a repository, or rows of a list. */
  records: z.int().nonnegative(),
  /** Number of these records that are not valid or too long. */
  unreadable: z.int().nonnegative(),
  bytes: z.int().nonnegative().optional(),
  /** Earliest time of the events found. Hour files also contain events of other hours. */
  first_at: z.string().optional(),
  last_at: z.string().optional(),
});

export type Coverage = z.infer<typeof coverageSchema>;

export interface ShardResult {
  readonly coverage: Coverage;
  /** One finding per commit, in the order of the source. */
  readonly findings: readonly Finding[];
}

/** A part of a source that is read as a whole and only once. */
export interface Shard {
  /** File name: letters, digits, dots, dashes and underscores. */
  readonly id: string;
  readonly read: (signal?: AbortSignal) => Promise<ShardResult>;
}
