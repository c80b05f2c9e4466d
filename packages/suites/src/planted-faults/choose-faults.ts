import type { PlantedFaults } from '@refbench/contracts';
import { digestOf, sortByText } from '@refbench/base';
import { locateFault } from './locate-faults.ts';
import type { Planting } from './plant-in-tree.ts';
import type { TreeFunction } from './source-functions.ts';

/** Number of faults that are planted at once. */
const MAX_PLANTED = 5;

/** Maximum share of the passing tests that faults may affect. The others must continue to pass. */
const MAX_REACH = 0.5;

/** A fault that fits the patched tree. */
export interface FittingFault {
  readonly name: string;
  readonly plantings: readonly Planting[];
  /** Tests that pass without the fault and must fail with it. */
  readonly expected: ReadonlySet<string>;
  /** All tests that the fault may affect. */
  readonly reach: ReadonlySet<string>;
}

/** Returns the faults whose function and tests the tree still has. */
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
    const plantings = found.map((one): Planting => ({ function: one, fault: 'crash' }));
    return [{ name: fault.name, plantings, expected, reach }];
  });
}

/** Chooses faults to plant at once, by seed, that do not affect half of the passing tests. */
export function chooseFaults(
  fitting: readonly FittingFault[],
  passing: number,
  seed: string,
): readonly FittingFault[] {
  const chosen: FittingFault[] = [];
  const reached = new Set<string>();
  for (const fault of sortByText(fitting, ({ name }) => digestOf([seed, name]))) {
    const together = new Set([...reached, ...fault.reach]);
    if (chosen.length > 0 && together.size > passing * MAX_REACH) continue;
    chosen.push(fault);
    for (const id of fault.reach) reached.add(id);
    if (chosen.length === MAX_PLANTED) break;
  }
  return chosen;
}

/** Returns the fault that affects the fewest tests. */
export function narrowestFault(fitting: readonly FittingFault[]): FittingFault | undefined {
  return fitting.toSorted((left, right) => left.reach.size - right.reach.size)[0];
}
