import { writeJsonFile } from '@refbench/base';
import { z } from 'zod';
import { readDataFile } from '../read-data-file.ts';
import type { BuiltIndex } from './build-index.ts';
import { indexEntrySchema, studyEntrySchema, type IndexEntry } from './index-entry.ts';

/** The parameters of an index, which are sufficient to reproduce it. */
export interface IndexOrigin {
  readonly repository: string;
  readonly refs: readonly string[];
  readonly until: string | null;
  readonly projects: readonly string[];
  readonly where: string;
  readonly pick: string;
  readonly merges: string;
  readonly language: string;
  /** Number of all labelled tickets. Null without labels. */
  readonly labelled_tickets: number | null;
}

const originSchema: z.ZodType<IndexOrigin> = z.strictObject({
  repository: z.string(),
  refs: z.array(z.string()),
  until: z.string().nullable(),
  projects: z.array(z.string()),
  where: z.string(),
  pick: z.string(),
  merges: z.string(),
  language: z.string(),
  labelled_tickets: z.int().nonnegative().nullable(),
});

const indexSchema = z.object({
  schema: z.literal(1),
  origin: originSchema,
  entries: z.array(indexEntrySchema),
});

const studyIndexSchema = z.record(z.string(), studyEntrySchema);

export interface TicketIndex {
  /** Null for a file of the study, which does not record it. */
  readonly origin: IndexOrigin | null;
  readonly entries: readonly IndexEntry[];
}

export async function writeIndex(
  path: string,
  origin: IndexOrigin,
  { entries, counts, dropped }: BuiltIndex,
): Promise<void> {
  const file = { schema: 1, origin, counts, dropped, entries };
  await writeJsonFile(path, file, 1);
}

/**
 * Reads an index of RefBench or git_index.json of the study (an object by key, in its order).
 * @throws RefbenchError kind `invalid-file`
 */
export async function readIndex(path: string): Promise<TicketIndex> {
  const hint = 'create it with "refbench tiers index"';
  const file = await readDataFile(path, z.union([indexSchema, studyIndexSchema]), hint);
  if ('entries' in file && Array.isArray(file.entries)) {
    return { origin: file.origin as IndexOrigin, entries: file.entries };
  }
  const entries = Object.entries(file as z.infer<typeof studyIndexSchema>);
  return {
    origin: null,
    entries: entries.map(([key, { label, ...entry }]) => ({
      key,
      ...entry,
      time: null,
      tier: label ?? null,
    })),
  };
}
