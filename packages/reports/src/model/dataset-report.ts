import { digestOf } from '@refbench/base';
import { mean, quantileOfSorted, sampleDeviation } from '@refbench/scoring';
import { z } from 'zod';

const count = z.int().min(0);
const countOrNull = count.nullable();
const diffLinesSchema = z.strictObject({ added: count, removed: count });

/** Measures of one instance. Null if the file to measure does not exist yet. */
export const datasetInstanceSchema = z.strictObject({
  id: z.string(),
  repository: z.string(),
  language: z.string(),
  category: z.string(),
  /** Whether the instance has no tests, so that it is scored by its rules alone. */
  untested: z.boolean(),
  /** Number of source code files on base, and their number of lines. */
  sourceFiles: count,
  sourceLines: count,
  changedFiles: count,
  /** All lines of the golden diff. */
  diff: diffLinesSchema,
  /** Lines of the golden diff after the line filter. */
  counted: diffLinesSchema,
  additiveRules: countOrNull,
  reductiveRules: countOrNull,
  /** Tests of the suite on golden, as published or as counted on this host. */
  tests: countOrNull,
  words: z.strictObject({ instructed: countOrNull, open: countOrNull }),
});

export type DatasetInstance = z.infer<typeof datasetInstanceSchema>;

/** A part that cannot be read, with the reason. */
export const missingPartSchema = z.strictObject({
  id: z.string(),
  reason: z.string(),
  hint: z.string(),
});

export type MissingPart = z.infer<typeof missingPartSchema>;

/** Distribution of one measure over the instances that have it. */
const distributionSchema = z.strictObject({
  measure: z.string(),
  n: count,
  mean: z.number(),
  /** Null for a single instance. */
  deviation: z.number().nullable(),
  least: z.number(),
  quartiles: z.tuple([z.number(), z.number(), z.number()]),
  most: z.number(),
});

/** The data behind the tables and figures of a data set. */
export const datasetReportSchema = z.strictObject({
  schema: z.literal(1),
  kind: z.literal('refbench-dataset'),
  /** Digest of all measures. */
  digest: z.string(),
  repositories: count,
  /** Number of instances without tests. */
  untested: count,
  distributions: z.array(distributionSchema),
  instances: z.array(datasetInstanceSchema),
  /** What is not part of the figures, because it cannot be read. */
  missing: z.array(missingPartSchema),
});

export type DatasetReport = z.infer<typeof datasetReportSchema>;

/** Measures in table order. |L|, |L+| and |L-| are the changed, added and removed lines after the filter. */
const MEASURES: readonly (readonly [string, (one: DatasetInstance) => number | null])[] = [
  ['source files', (one) => one.sourceFiles],
  ['source lines', (one) => one.sourceLines],
  ['changed files', (one) => one.changedFiles],
  ['diff lines', ({ diff }) => diff.added + diff.removed],
  ['diff lines added', ({ diff }) => diff.added],
  ['diff lines removed', ({ diff }) => diff.removed],
  ['|L|', ({ counted }) => counted.added + counted.removed],
  ['|L+|', ({ counted }) => counted.added],
  ['|L-|', ({ counted }) => counted.removed],
  ['rules', ({ additiveRules: plus, reductiveRules: minus }) => sumOrNull(plus, minus)],
  ['additive rules', (one) => one.additiveRules],
  ['reductive rules', (one) => one.reductiveRules],
  ['tests', (one) => one.tests],
  ['words of the instructed task', ({ words }) => words.instructed],
  ['words of the open task', ({ words }) => words.open],
];

/** Builds the report of a data set, or of the part of it that can be read. */
export function buildDatasetReport(
  instances: readonly DatasetInstance[],
  missing: readonly MissingPart[] = [],
): DatasetReport {
  return {
    schema: 1,
    kind: 'refbench-dataset',
    digest: digestOf(instances),
    repositories: new Set(instances.map(({ repository }) => repository)).size,
    untested: instances.filter(({ untested }) => untested).length,
    distributions: MEASURES.flatMap(([measure, valueOf]) => {
      const values = instances.map(valueOf).filter((value) => value !== null);
      return values.length === 0 ? [] : [distributionOf(measure, values)];
    }),
    instances: [...instances],
    missing: [...missing],
  };
}

function distributionOf(
  measure: string,
  values: readonly number[],
): z.infer<typeof distributionSchema> {
  const sorted = Float64Array.from(values).sort();
  const at = (share: number): number => quantileOfSorted(sorted, share);
  return {
    measure,
    n: values.length,
    mean: mean(values),
    deviation: sampleDeviation(values),
    least: at(0),
    quartiles: [at(0.25), at(0.5), at(0.75)],
    most: at(1),
  };
}

function sumOrNull(first: number | null, second: number | null): number | null {
  return first === null || second === null ? null : first + second;
}
