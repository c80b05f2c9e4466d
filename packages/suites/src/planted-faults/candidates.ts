import { digestOf, sortByText } from '@refbench/base';
import { locateFault } from './locate-faults.ts';
import type { TreeFunction } from './source-functions.ts';

/** A function that base and golden both have, where a fault may be planted. */
export interface Candidate {
  readonly name: string;
  /** File of the function on base. */
  readonly path: string;
  readonly base: readonly TreeFunction[];
  readonly golden: readonly TreeFunction[];
}

/** Returns the functions that occur once on base and are found on golden, in seeded order. */
export function candidates(
  base: readonly TreeFunction[],
  golden: readonly TreeFunction[],
  seed: string,
): readonly Candidate[] {
  const seen = new Set<string>();
  const found: Candidate[] = [];
  for (const { name, path } of base) {
    const key = `${path}\0${name}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const inGolden = locateFault({ name, path }, golden);
    if (inGolden.length === 0) continue;
    found.push({ name, path, base: locateFault({ name, path }, base), golden: inGolden });
  }
  return sortByText(found, ({ name, path }) => digestOf([seed, `${path}\0${name}`]));
}
