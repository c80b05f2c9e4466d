import type { Witness } from '@refbench/contracts';

/** A number by rule and by file: matches, or what they are worth. */
export type RuleFiles = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** How often each rule matches in each file. */
export function byRuleAndFile(witnesses: Iterable<Witness>): RuleFiles {
  const counts = new Map<string, Map<string, number>>();
  for (const { rule, file } of witnesses) {
    const files = counts.get(rule) ?? new Map<string, number>();
    files.set(file, (files.get(file) ?? 0) + 1);
    counts.set(rule, files);
  }
  return counts;
}

/** The sum of some numbers; 0 of none. */
export function sumOf(values: Iterable<number>): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}

/**
 * The lesser of two shares in 0..1: of the reference's witnesses, and of its files, where a file
 * counts by the share of its own witnesses. So neither one crowded file nor many files with one match
 * each stand for the whole. 0 without a reference.
 */
export function lesserShare(
  reference: ReadonlyMap<string, number> | undefined,
  earned: ReadonlyMap<string, number> | undefined,
): number {
  if (reference === undefined || reference.size === 0) return 0;
  const worth = (file: string): number => earned?.get(file) ?? 0;
  const witnesses = sumOf([...reference.keys()].map(worth)) / sumOf(reference.values());
  const files = sumOf([...reference].map(([file, count]) => worth(file) / count)) / reference.size;
  return Math.min(witnesses, files, 1);
}
