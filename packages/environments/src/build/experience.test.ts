import { NO_ADJUSTMENTS } from '@refbench/env-builder';
import { expect, test } from 'vitest';
import { Experience, type Failure } from './experience.ts';

function unbuilt(instance: string, reason: string): Failure {
  return { stage: 'unbuilt', instance, reason, log: '' };
}

test('a failure is known again, whatever commit and version it names', () => {
  const experience = new Experience();
  experience.addHopeless(unbuilt('own__a-1f', 'environment of own__a-1f: no tool-0.0.6.tgz'));
  expect(
    experience.isHopeless(unbuilt('own__a-2e', 'environment of own__a-2e: no tool-1.12.tgz')),
  ).toBe(true);
  expect(
    experience.isHopeless(unbuilt('own__a-2e', 'environment of own__a-2e: no other.tgz')),
  ).toBe(false);
});

test('where a suite ran, its messages tell failures apart', () => {
  const experience = new Experience();
  const observed = (log: string): Failure => ({
    stage: 'observed',
    instance: 'own__a-1f',
    reason: '0 tests on base',
    log,
  });
  experience.addHopeless(observed('start\nError: no such file 17\n'));
  expect(experience.isHopeless(observed('Error: no such file 3\nend\n'))).toBe(true);
  expect(experience.isHopeless(observed('Error: cannot open\n'))).toBe(false);
});

test('what other commits needed is there from the start', () => {
  const experience = new Experience();
  expect(experience.start).toEqual(NO_ADJUSTMENTS);
  experience.learn({ ...NO_ADJUSTMENTS, systemPackages: ['cmake'], toolchain: 1 });
  experience.learn({ ...NO_ADJUSTMENTS, systemPackages: ['cmake', 'zip'], missingFiles: ['/a.h'] });
  expect(experience.start).toEqual({
    ...NO_ADJUSTMENTS,
    systemPackages: ['cmake', 'zip'],
    missingFiles: ['/a.h'],
  });
});
