import { mean } from '@refbench/scoring';

/** The models of one vendor, compared as a group. */
export interface Family {
  readonly name: string;
  readonly models: readonly string[];
  /** Mean of the mean overlaps of the models. */
  readonly overlap: number;
  /** Highest mean of a model divided by the lowest, minus 1. Null for one model. */
  readonly inner_gap: number | null;
}

export interface FamilyGap {
  readonly first: string;
  readonly second: string;
  /** Overlap of the first divided by that of the second, minus 1. Null if the second is 0. */
  readonly gap: number | null;
}

/**
 * Groups models by the word before the first hyphen of their names (`claude`, `gpt`), or as given.
 * @param means mean overlap by model
 * @param given family by model
 */
export function familiesOf(
  means: ReadonlyMap<string, number>,
  given: ReadonlyMap<string, string>,
): { readonly families: readonly Family[]; readonly gaps: readonly FamilyGap[] } {
  const groups = new Map<string, string[]>();
  for (const model of means.keys()) {
    const name = given.get(model) ?? prefixOf(model);
    groups.set(name, [...(groups.get(name) ?? []), model]);
  }
  const families = [...groups].map(([name, models]) => {
    const values = models.map((model) => means.get(model) ?? 0);
    const inner = values.length < 2 ? null : relative(Math.max(...values), Math.min(...values));
    return { name, models, overlap: mean(values), inner_gap: inner };
  });
  families.sort((left, right) => right.overlap - left.overlap);
  const gaps = families.flatMap((first, at) =>
    families.slice(at + 1).map((second) => ({
      first: first.name,
      second: second.name,
      gap: relative(first.overlap, second.overlap),
    })),
  );
  return { families, gaps };
}

function prefixOf(model: string): string {
  const name = model.slice(model.lastIndexOf('/') + 1);
  return name.split('-')[0] ?? name;
}

function relative(high: number, low: number): number | null {
  return low === 0 ? null : high / low - 1;
}
