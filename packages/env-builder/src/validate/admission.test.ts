import { expect, test } from 'vitest';
import { admissionFailures, type ObservedRun, type State } from './admission.ts';
import { describeFailure } from './describe-failure.ts';

function ran(state: State, passed: number, failed: number, seconds = 1): ObservedRun {
  const counts = { passed, failed, skipped: 0, total: passed + failed };
  return {
    state,
    run: { kind: 'counted', counts },
    failing: [],
    durationMs: seconds * 1000,
    log: '',
  };
}

const good = [ran('base', 10, 0), ran('golden', 12, 1), ran('base', 10, 0), ran('golden', 12, 1)];

function failuresOf(
  runs: readonly ObservedRun[],
  more: { readonly imageBytes?: number; readonly unclean?: readonly string[] } = {},
): readonly string[] {
  const failures = admissionFailures({ runs, imageBytes: 0, unclean: [], ...more });
  return failures.map((failure) => `${failure.kind}: ${describeFailure(failure).what}`);
}

test('two equal runs of each state with enough tests are admitted', () => {
  expect(failuresOf(good)).toEqual([]);
  expect(failuresOf([ran('base', 10, 20), ran('golden', 10, 20)])).toEqual([]);
});

test.each([
  [
    [ran('base', 9, 0), ran('golden', 12, 0)],
    'too-few-tests: 9 tests on base; at least 10 are needed',
  ],
  [
    [ran('base', 10, 0), ran('golden', 2, 8)],
    'too-few-passing: only 2 of 10 tests pass on golden; 10 tests and 30 % are needed',
  ],
  // Golden is not run where base is refused.
  [
    [ran('base', 2, 8)],
    'too-few-passing: only 2 of 10 tests pass on base; 10 tests and 30 % are needed',
  ],
  [
    [ran('base', 9, 9)],
    'too-few-passing: only 9 of 18 tests pass on base; 10 tests and 30 % are needed',
  ],
  [
    [ran('base', 10, 0, 901), ran('golden', 10, 0)],
    'too-slow: the suite on base took 901 s; 900 s are allowed',
  ],
  [
    [ran('base', 10, 0)],
    'no-verdict: the suite on golden produced no counts: the suite was not run',
  ],
])('one reason each', (runs, failure) => {
  expect(failuresOf(runs)).toEqual([failure]);
});

test('where nothing passes, the log tells why there are too few tests', () => {
  const crashed: ObservedRun = {
    ...ran('base', 0, 1),
    log: 'failed\nError: Cannot find module "ts-node/register"\n    at parse (index.js:22)\n',
  };
  expect(failuresOf([crashed, ran('golden', 20, 0)])).toEqual([
    'too-few-tests: 1 tests on base; at least 10 are needed; the log says: Error: Cannot find module "ts-node/register"',
  ]);
});

test('a suite that skips most of its tests is not admitted', () => {
  const skipping = (skipped: number): ObservedRun => ({
    ...ran('base', 20, 0),
    run: { kind: 'counted', counts: { passed: 20, failed: 0, skipped, total: 20 + skipped } },
  });
  expect(failuresOf([skipping(8), ran('golden', 20, 0)])).toEqual([]);
  expect(failuresOf([skipping(25), ran('golden', 20, 0)])).toEqual([
    'too-many-skipped: 25 of 45 tests on base are skipped; at most 30 % may be',
  ]);
});

test('a state that passes less than half of what the other one passes is not admitted', () => {
  expect(failuresOf([ran('base', 20, 1), ran('golden', 40, 0)])).toEqual([]);
  expect(failuresOf([ran('base', 20, 1), ran('golden', 94, 0)])).toEqual([
    'uneven: 20 tests pass on base and 94 on golden; each must pass at least 50 % of what the other one passes',
  ]);
  expect(failuresOf([ran('base', 94, 0), ran('golden', 20, 1)])).toHaveLength(1);
});

test('different runs are reported with their counts', () => {
  expect(failuresOf([...good, ran('base', 10, 1)])).toEqual([
    'unstable: two runs on base differ: 10 of 10 passed, 0 failed, 0 skipped; 10 of 10 passed, 0 failed, 0 skipped; 10 of 11 passed, 1 failed, 0 skipped',
  ]);
});

test('the size and the tree are checked in addition to the runs', () => {
  const failures = failuresOf(good, { imageBytes: 6 * 2 ** 30, unclean: ['?? a.txt'] });
  expect(failures).toEqual([
    'too-large: the image adds 6144 MiB to its base image; 5120 MiB are allowed',
    'unclean: setup_shell.sh changes the tree offline: ?? a.txt',
  ]);
});
