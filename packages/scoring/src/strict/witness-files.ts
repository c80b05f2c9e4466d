import type { Witness } from '@refbench/contracts';

/** A number by rule and file: the number of matches, or their credit. */
export type RuleFiles = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Counts the matches of each rule in each file. */
export function byRuleAndFile(witnesses: Iterable<Witness>): RuleFiles {
  const counts = new Map<string, Map<string, number>>();
  for (const { rule, file } of witnesses) {
    const files = counts.get(rule) ?? new Map<string, number>();
    files.set(file, (files.get(file) ?? 0) + 1);
    counts.set(rule, files);
  }
  return counts;
}

/** Sum of the values, 0 if there are none. */
export function sumOf(values: Iterable<number>): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}

/**
 * The smaller of two shares in 0..1: the earned share of the reference's witnesses, and of its files,
 * where a file counts by the share of its own witnesses. Neither one file with many matches nor many
 * files with one match each can thus stand for the whole. 0 without a reference.
 */
export function smallerShare(
  reference: ReadonlyMap<string, number> | undefined,
  earned: ReadonlyMap<string, number> | undefined,
): number {
  if (reference === undefined || reference.size === 0) return 0;
  const creditIn = (file: string): number => earned?.get(file) ?? 0;
  const witnesses = sumOf([...reference.keys()].map(creditIn)) / sumOf(reference.values());
  const files =
    sumOf([...reference].map(([file, count]) => creditIn(file) / count)) / reference.size;
  return Math.min(witnesses, files, 1);
}
