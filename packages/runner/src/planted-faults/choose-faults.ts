import type { PlantedFaults } from '@refbench/contracts';
import { locateFault } from './locate-faults.ts';
import { seededSort } from './seeded-sort.ts';
import type { TreeFunction } from './source-functions.ts';

/** Faults that are planted at once. */
const MAX_PLANTED = 5;

/** Of the tests that pass, faults may reach so many: the others must show that they do not fail too. */
const MAX_REACH = 0.5;

/** A fault that fits the patched tree. */
export interface FittingFault {
  readonly name: string;
  readonly functions: readonly TreeFunction[];
  /** Tests that pass on the tree without the fault, and must not with it. */
  readonly expected: ReadonlySet<string>;
  /** Tests that the fault may reach, these included. */
  readonly reach: ReadonlySet<string>;
}

/** The faults whose function the tree still has, and whose tests it still has, too. */
export function fittingFaults(
  { test_ids, faults }: PlantedFaults,
  functions: readonly TreeFunction[],
  passing: ReadonlySet<string>,
): readonly FittingFault[] {
  const named = (indices: readonly number[]): ReadonlySet<string> =>
    new Set(indices.map((index) => test_ids[index] ?? '').filter((id) => passing.has(id)));
  return faults.flatMap((fault) => {
    const found = locateFault(fault, functions);
    const expected = named(fault.tests);
    if (found.length === 0 || expected.size === 0) return [];
    const reach = new Set([...expected, ...named(fault.sometimes)]);
    return [{ name: fault.name, functions: found, expected, reach }];
  });
}

/** Several faults to plant at once, by the seed, that leave half of the passing tests alone. */
export function chooseFaults(
  fitting: readonly FittingFault[],
  passing: number,
  seed: string,
): readonly FittingFault[] {
  const chosen: FittingFault[] = [];
  const reached = new Set<string>();
  for (const fault of seededSort(fitting, seed, ({ name }) => name)) {
    const together = new Set([...reached, ...fault.reach]);
    if (chosen.length > 0 && together.size > passing * MAX_REACH) continue;
    chosen.push(fault);
    for (const id of fault.reach) reached.add(id);
    if (chosen.length === MAX_PLANTED) break;
  }
  return chosen;
}

/** The one fault that reaches fewest tests. */
export function narrowestFault(fitting: readonly FittingFault[]): FittingFault | undefined {
  return fitting.toSorted((left, right) => left.reach.size - right.reach.size)[0];
}
