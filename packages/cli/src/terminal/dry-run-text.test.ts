import { dryRunSchema, type DryRun } from '@refbench/contracts';
import { expect, test } from 'vitest';
import { dryRunText, outlookText } from './dry-run-text.ts';

function dryRun(time: Partial<DryRun['time']>, minutes: number | null): DryRun {
  return dryRunSchema.parse({
    attempts: 1,
    instances: [],
    disk: { images: 2, to_build_bytes: 0, unknown: 2, free_bytes: 1 },
    agents: [],
    time: {
      build_minutes: 3,
      unknown_builds: 0,
      calibration_minutes: 1,
      attempt_minutes: 2,
      first_attempt_minutes: null,
      slowness: null,
      ...time,
    },
    minutes,
    known_minutes: 4.5,
    usd: null,
    usd_at_most: null,
  });
}

test('the time is told as far as it is known', () => {
  expect(outlookText(dryRun({}, 6))).toContain('time    about 6:00: builds 3:00');
  const partly = dryRun({ build_minutes: null, unknown_builds: 2, attempt_minutes: null }, null);
  expect(outlookText(partly)).toContain(
    'time    at least 4:30, without 2 builds and attempts of unknown length: builds unknown, calibration 1:00',
  );
});

test('a long calibration comes with a hint, unless the run does not wait for it', () => {
  const long = dryRun({ calibration_minutes: 80 }, 90);
  expect(dryRunText(long)).toContain('with --baseline published, attempts start before');
  expect(outlookText(long, 'host')).toContain('with --baseline published');
  expect(outlookText(long, 'early')).not.toContain('--baseline');
  expect(outlookText(dryRun({}, 6))).not.toContain('--baseline');
});
