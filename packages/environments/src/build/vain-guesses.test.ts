import { expect, test } from 'vitest';
import { VainGuesses, type Failure } from './vain-guesses.ts';

function unbuilt(instance: string, reason: string): Failure {
  return { stage: 'unbuilt', instance, reason, log: '' };
}

test('a failure is known again, whatever commit and version it names', () => {
  const vain = new VainGuesses();
  vain.add(unbuilt('own__a-1f', 'environment of own__a-1f: no tool-0.0.6.tgz'));
  expect(vain.has(unbuilt('own__a-2e', 'environment of own__a-2e: no tool-1.12.tgz'))).toBe(true);
  expect(vain.has(unbuilt('own__a-2e', 'environment of own__a-2e: no other.tgz'))).toBe(false);
});

test('where a suite ran, its messages tell failures apart', () => {
  const vain = new VainGuesses();
  const observed = (log: string): Failure => ({
    stage: 'observed',
    instance: 'own__a-1f',
    reason: '0 tests on base',
    log,
  });
  vain.add(observed('start\nError: no such file 17\n'));
  expect(vain.has(observed('Error: no such file 3\nend\n'))).toBe(true);
  expect(vain.has(observed('Error: cannot open\n'))).toBe(false);
});
