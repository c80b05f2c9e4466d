/**
 * Returns what pytest's statuses mean that do not say that tests failed.
 * @param uncollected - Whether a file is listed that could not be collected, which interrupts a run.
 */
export function pytestCauses(uncollected: boolean): ReadonlyMap<number, string> {
  return new Map([
    ...(uncollected ? [] : [[2, 'the run was interrupted'] as const]),
    [3, 'an internal error of pytest'],
    [4, 'pytest was called in a wrong way'],
    [5, 'no test was collected'],
  ]);
}
