import type { JournalEvent } from '@refbench/contracts';
import { expect, test } from 'vitest';
import { progressOf } from './live-progress.ts';

const at = '2026-11-26T10:00:00Z';
const instance = 'o__r-00000001';
const attempt = { instance, agent: 'a', attempt: 1, at };

function instancePhase(phase: string): JournalEvent {
  return { kind: 'instance-phase', instance, phase, expected_ms: 90_000, at };
}

function attemptPhase(phase: string): JournalEvent {
  return { kind: 'attempt-phase', ...attempt, phase, expected_ms: null };
}

test('the last phase of an instance is shown until it is ready', () => {
  const building = [instancePhase('preparing the image'), instancePhase('calibrating')];
  expect(progressOf(building).instances.get(instance)).toEqual({
    name: 'calibrating',
    since: at,
    expectedSeconds: 90,
  });
  expect(progressOf([...building, instancePhase('ready')]).instances.size).toBe(0);
});

test('an attempt has a phase from its start until it is graded', () => {
  const events = [attemptPhase('inferring'), attemptPhase('testing')];
  const key = `${instance}/a/1/1`;
  expect(progressOf(events).attempts.get(key)).toMatchObject({
    name: 'running the tests',
    expectedSeconds: null,
  });
  const graded: JournalEvent = {
    kind: 'graded',
    ...attempt,
    verdict: 'model',
    superseded: null,
  };
  expect(progressOf([...events, graded]).attempts.size).toBe(0);
});

test('a calibration beside the attempts ends with the run of the remaining suites', () => {
  const events = [instancePhase('calibrating beside the attempts')];
  expect(progressOf(events).instances.size).toBe(1);
  const done: JournalEvent = { kind: 'calibrated', instance, differences: [], regraded: 1, at };
  expect(progressOf([...events, done]).instances.size).toBe(0);
});
