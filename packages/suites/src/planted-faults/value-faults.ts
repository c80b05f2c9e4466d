import type { ValueFault } from '@refbench/rule-engine';
import type { FittingFault } from './choose-faults.ts';
import { locateFault } from './locate-faults.ts';
import type { TreeFunction } from './source-functions.ts';

/** A fault of value that the suite notices on base and on golden. */
export interface VerifiedFault {
  /** Qualified name of the function, and its file on base. */
  readonly name: string;
  readonly path: string;
  /** The change within the function; see `faultsByKey`. */
  readonly key: string;
  /** Stable tests, by id on base, that fail with the fault on base and on golden. */
  readonly tests: readonly string[];
}

/**
 * Returns the faults of value of a function by what they change, not by where: the kind, the text around
 * the change, and the old and the new text. So a fault is found again in another version of the function.
 */
export function faultsByKey({ file, found }: TreeFunction): ReadonlyMap<string, ValueFault> {
  const faults = new Map<string, ValueFault>();
  for (const fault of found.faults) {
    const { kind, place, at, end, text } = fault;
    const key = JSON.stringify([kind, place, file.text.slice(at, end), text]);
    let free = key;
    for (let count = 2; faults.has(free); count += 1) free = `${key} #${count}`;
    faults.set(free, fault);
  }
  return faults;
}

/** Returns the only function that a name and a file stand for, if it has this fault. */
export function locateValueFault(
  { name, path, key }: Pick<VerifiedFault, 'name' | 'path' | 'key'>,
  functions: readonly TreeFunction[],
): { readonly function: TreeFunction; readonly fault: ValueFault } | undefined {
  const found = locateFault({ name, path }, functions).flatMap((one) => {
    const fault = faultsByKey(one).get(key);
    return fault === undefined ? [] : [{ function: one, fault }];
  });
  return found.length === 1 ? found[0] : undefined;
}

/** Returns the faults that the tree can have, and of whose tests some pass. */
export function fittingValueFaults(
  verified: readonly VerifiedFault[],
  functions: readonly TreeFunction[],
  passing: ReadonlySet<string>,
): readonly FittingFault[] {
  return verified.flatMap((one) => {
    const planting = locateValueFault(one, functions);
    const expected = new Set(one.tests.filter((id) => passing.has(id)));
    if (planting === undefined || expected.size === 0) return [];
    return [{ name: one.name, plantings: [planting], expected, reach: expected }];
  });
}
