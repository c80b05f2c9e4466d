import { expect, test } from 'vitest';
import { admitStable, type Admission } from './admit-stable.ts';
import type { StepResult } from './steps.ts';

const VARYING: Admission = {
  kind: 'varying',
  tests: { names: ['a'], total: 100 },
  reason: 'golden: Pass of golden is 0',
};
const DONE: StepResult = { kind: 'done', note: 'admitted' };
const DROPPED: StepResult = { kind: 'dropped', reason: 'golden: Pass of golden is 0' };
const WORSE: StepResult = { kind: 'dropped', reason: 'only 3 tests' };

test.each([
  ['stable tests', [DONE], ['a'], DONE, DONE, 0],
  ['tests that vary once', [VARYING, DONE], ['a'], DONE, DONE, 1],
  ['too many that vary', [VARYING, DONE], [], DONE, DROPPED, 0],
  ['others that vary each time', [VARYING, VARYING, VARYING, DONE], ['a'], DONE, DROPPED, 2],
  ['too few tests that are left', [VARYING, DONE], ['a'], WORSE, WORSE, 1],
] as const)('%s', async (_, admissions, excluded, prepared, expected, preparations) => {
  const left = [...admissions];
  let count = 0;
  const result = await admitStable({
    admit: async () => left.shift() ?? WORSE,
    exclude: async () => excluded,
    prepare: async () => {
      count += 1;
      return prepared;
    },
  });
  expect(result).toEqual(expected);
  expect(count).toBe(preparations);
});
