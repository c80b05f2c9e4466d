import { expect, test } from 'vitest';
import { adviceFor } from './loss-advice.ts';

test.each([
  ['rules', '3 rules; 5 are needed', 'too small'],
  ['rules', "the rules cover 12 % of golden's lines; 20 % are needed", 'rest of the change'],
  ['environment', 'no environment was found within 15 minutes', '--environment-minutes'],
  ['environment', '0 tests on base; at least 10 are needed', 'test_command'],
  ['environment', 'something new', 'environment/'],
  ['admission', 'the suite executes 1 of 90 executable lines', 'Tests for it'],
  ['admission', 'golden: Pass of golden is 0: 486 of 562 tests passed', 'outcome of tests varies'],
] as const)('a loss at %s because of "%s" has an advice', (step, reason, told) => {
  expect(adviceFor(step, reason)).toContain(told);
});

test('nothing saves a candidate that is an instance already, or that only its author can build', () => {
  const outside =
    'Cargo.toml takes the package a from /home/me/a, which is outside of the repository';
  expect(adviceFor('environment', outside)).toBeUndefined();
  expect(adviceFor('source', 'is an instance already: own__it-0123abcd')).toBeUndefined();
});
