import type { Definition } from '../event-filter/definition.ts';
import type { Rejection } from '../commit/rejection.ts';
import type { Measures } from './measures.ts';

/** Returns the p-th quantile of sorted values, with linear interpolation (the default of numpy). */
export function quantile(sorted: readonly number[], p: number): number {
  const at = (sorted.length - 1) * p;
  const low = sorted[Math.floor(at)] ?? Number.NaN;
  const high = sorted[Math.ceil(at)] ?? Number.NaN;
  return low + (high - low) * (at - Math.floor(at));
}

export interface DiffFilterEntry {
  readonly measures: Measures;
}

export interface SecondStageResult<T> {
  /** Sorted by gzip ratio, descending. */
  readonly kept: readonly T[];
  readonly rejected: readonly { readonly entry: T; readonly why: Rejection }[];
}

/**
 * Applies the second stage: the minimum of code files, then the size band over the remaining
 * commits, then the order by gzip ratio. The band depends on all commits that are ranked together.
 */
export function filterDiffs<T extends DiffFilterEntry>(
  entries: readonly T[],
  { thresholds: { second } }: Definition,
): SecondStageResult<T> {
  const rejected: { entry: T; why: Rejection }[] = [];
  const keep = (entry: T, code: Rejection['code'], detail: string | undefined): boolean => {
    if (detail !== undefined) rejected.push({ entry, why: { stage: 'second', code, detail } });
    return detail === undefined;
  };
  const coded = entries.filter((entry) => {
    const { code_files } = entry.measures;
    const isFew = code_files < second.min_code_files;
    const detail = `${code_files} code files, fewer than ${second.min_code_files}`;
    return keep(entry, 'code-files', isFew ? detail : undefined);
  });
  const lineBand = bandOf(coded.map(changedLines), second.band);
  const fileBand = bandOf(
    coded.map(({ measures }) => measures.files),
    second.band,
  );
  const isBanded = coded.length >= second.band.min_commits;
  const inBand = coded.filter(
    (entry) =>
      !isBanded ||
      (keep(entry, 'band-lines', outside(lineBand, changedLines(entry), 'changed lines')) &&
        keep(entry, 'band-files', outside(fileBand, entry.measures.files, 'files'))),
  );
  const ordered = inBand.toSorted((a, b) => b.measures.gzip_ratio - a.measures.gzip_ratio);
  const kept = ordered.slice(0, second.keep);
  for (const [at, entry] of ordered.slice(second.keep).entries()) {
    const detail = `place ${second.keep + at + 1} by gzip ratio, ${second.keep} are kept`;
    keep(entry, 'rank', detail);
  }
  return { kept, rejected };
}

function changedLines({ measures }: DiffFilterEntry): number {
  return measures.added + measures.removed;
}

interface Band {
  readonly low: number;
  readonly high: number;
}

function bandOf(values: readonly number[], factors: Band): Band {
  const sorted = values.toSorted((a, b) => a - b);
  return {
    low: factors.low * quantile(sorted, 0.1),
    high: factors.high * quantile(sorted, 0.9),
  };
}

function outside({ low, high }: Band, value: number, what: string): string | undefined {
  if (value >= low && value <= high) return undefined;
  return `${value} ${what}, outside ${low.toFixed(1)}..${high.toFixed(1)}`;
}
