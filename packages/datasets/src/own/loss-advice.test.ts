import { expect, test } from 'vitest';
import { adviceFor } from './loss-advice.ts';

test.each([
  ['rules', '3 rules; 5 are needed', 'too small'],
  ['rules', "the rules cover 12 % of golden's lines; 20 % are needed", 'rest of the change'],
  ['environment', 'no environment was found within 15 minutes', '--environment-minutes'],
  ['environment', '0 tests on base; at least 10 are needed', 'test_command'],
  ['environment', 'something new', 'environment/'],
  ['admission', 'the suite executes 1 of 90 executable lines', 'Tests for it'],
] as const)('a loss at %s because of "%s" has an advice', (step, reason, told) => {
  expect(adviceFor(step, reason)).toContain(told);
});

test('nothing saves a candidate that is an instance already', () => {
  expect(adviceFor('source', 'is an instance already: own__it-0123abcd')).toBeUndefined();
});
