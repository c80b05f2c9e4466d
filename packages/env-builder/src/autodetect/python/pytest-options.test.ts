import { expect, test } from 'vitest';
import { keptAddopts } from './pytest-options.ts';

test.each([
  ['--cov rsa --cov-report term-missing', ''],
  ['-v --cov --cov-report term-missing --strict', ''],
  ['--cov', ''],
  [
    'tests --cov=pkg --cov-config .coveragerc --cov-fail-under 90 --doctest-modules',
    'tests --doctest-modules',
  ],
  ['-n 4 --dist loadfile -m "not slow"', "-m 'not slow'"],
  ['-nauto -x -ra tests', 'tests'],
  // Fixtures come from the one, and the other would change the order of tests.
  ['-v -p pytester -p no:randomly', '-p pytester -p no:randomly'],
])('of %j, %j is left', (addopts, kept) => {
  expect(keptAddopts(addopts)).toBe(kept);
});

test.each(['--doctest-modules', '-m "not slow" tests', undefined])(
  '%j is left as it is',
  (addopts) => {
    expect(keptAddopts(addopts)).toBeUndefined();
  },
);
