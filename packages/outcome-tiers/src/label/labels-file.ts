import { writeFileAtomic } from '@refbench/base';
import { z } from 'zod';
import { readDataFile } from '../read-data-file.ts';
import type { Labelling } from './label-tickets.ts';

const count = z.int().nonnegative();

const labelsSchema = z.object({
  schema: z.literal(1),
  thresholds: z.object({
    fast_days: z.number(),
    few_watches: z.number(),
    busy_assignee: z.number(),
  }),
  settings: z.record(z.string(), z.unknown()),
  slow_days: z.number().nullable(),
  corpus: z.record(z.string(), count),
  distribution: z.record(z.string(), count),
  labels: z.record(
    z.string(),
    z.object({
      days: z.number().nonnegative(),
      watches: count,
      assignee_count: count,
      score: z.int().min(0).max(3).nullable(),
      label: z.string().min(1),
    }),
  ),
});

/** The format of the program of the study. */
const studySignalsSchema = z.object({
  signals: z.record(z.string(), z.object({ label: z.string().min(1) })),
});

/** Tiers by key. */
export type Labels = ReadonlyMap<string, string>;

/** Writes labels.json. It contains the settings, so that the labels can be reproduced. */
export async function writeLabels(
  path: string,
  { labels, ...rest }: Labelling,
  settings: Readonly<Record<string, unknown>>,
): Promise<void> {
  const file = { schema: 1, settings, ...rest, labels: Object.fromEntries(labels) };
  await writeFileAtomic(path, `${JSON.stringify(file)}\n`);
}

/**
 * Reads labels.json of RefBench or outcome_signals.json of the study.
 * @throws RefbenchError kind `invalid-file`
 */
export async function readLabels(path: string): Promise<Labels> {
  const file = await readDataFile(
    path,
    z.union([labelsSchema, studySignalsSchema]),
    'create it with "refbench tiers label"',
  );
  const labels = 'signals' in file ? file.signals : file.labels;
  return new Map(Object.entries(labels).map(([key, { label }]) => [key, label]));
}
