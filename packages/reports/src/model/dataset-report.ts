import { digestOf } from '@refbench/files';
import { mean, quantileOfSorted, sampleDeviation } from '@refbench/scoring';

/** Lines that a diff adds and removes. */
interface DiffLines {
  readonly added: number;
  readonly removed: number;
}

/** What is counted of one instance; null where there is nothing to count yet. */
export interface DatasetInstance {
  readonly id: string;
  readonly repository: string;
  readonly language: string;
  readonly category: string;
  readonly sourceFiles: number;
  readonly sourceLines: number;
  readonly changedFiles: number;
  readonly diff: DiffLines;
  /** The lines that precision and diff size count. */
  readonly counted: DiffLines;
  readonly additiveRules: number | null;
  readonly reductiveRules: number | null;
  readonly words: { readonly instructed: number | null; readonly open: number | null };
}

/** How one measure spreads over the instances that have it. */
interface Distribution {
  readonly measure: string;
  readonly n: number;
  readonly mean: number;
  /** Null of a single instance. */
  readonly deviation: number | null;
  readonly least: number;
  readonly quartiles: readonly [number, number, number];
  readonly most: number;
}

/** A data set as its tables and figures show it. */
export interface DatasetReport {
  readonly schema: 1;
  readonly kind: 'refbench-dataset';
  /** Of all that was counted. */
  readonly digest: string;
  readonly repositories: number;
  readonly distributions: readonly Distribution[];
  readonly instances: readonly DatasetInstance[];
}

/** In the order of the table. |L| is all lines that count, |L+| the added and |L-| the removed ones. */
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
  ['words of the instructed task', ({ words }) => words.instructed],
  ['words of the open task', ({ words }) => words.open],
];

/** What can be said about the instances of a data set. */
export function buildDatasetReport(instances: readonly DatasetInstance[]): DatasetReport {
  return {
    schema: 1,
    kind: 'refbench-dataset',
    digest: digestOf(instances),
    repositories: new Set(instances.map(({ repository }) => repository)).size,
    distributions: MEASURES.flatMap(([measure, valueOf]) => {
      const values = instances.map(valueOf).filter((value) => value !== null);
      return values.length === 0 ? [] : [distributionOf(measure, values)];
    }),
    instances,
  };
}

function distributionOf(measure: string, values: readonly number[]): Distribution {
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
