import { countOf } from '@refbench/base';
import type { BaselineMode, DryRun } from '@refbench/contracts';
import { formatSize } from '@refbench/runner';
import { elapsed } from './live-rows.ts';
import { textTable } from './terminal-text.ts';

/** Formats the estimate of a run as text. */
export function dryRunText(dryRun: DryRun, baseline: BaselineMode = 'host'): string {
  const { instances, disk, agents } = dryRun;
  const rows = instances.map(({ instance, image, bytes, absent, ...times }) => [
    instance,
    image,
    sizeText(bytes),
    minutesText(times.build_minutes),
    minutesText(times.calibration_minutes),
    minutesText(times.grading_minutes),
    times.times_from,
    absent.length === 0 ? '' : `absent: ${absent.join(', ')}`,
  ]);
  const estimates = agents.map((one) => [
    one.agent,
    one.model ?? '-',
    String(one.attempts),
    one.minutes_per_attempt === null ? 'unknown' : one.minutes_per_attempt.toFixed(1),
    one.usd === null ? 'unknown' : one.usd.toFixed(2),
    one.basis_text,
  ]);
  const most =
    dryRun.usd_at_most === null ? '' : `; at most $${dryRun.usd_at_most.toFixed(2)} by the budgets`;
  return [
    textTable([
      ['instance', 'image', 'adds', 'build', 'calibrate', 'grade', 'recorded by', ''],
      ...rows,
    ]),
    '',
    textTable([['agent', 'model', 'attempts', 'minutes each', 'USD', 'basis'], ...estimates]),
    '',
    `${countOf(dryRun.attempts, 'attempt')} on ${countOf(instances.length, 'instance')}`,
    `disk  ${imagesText(dryRun)}; ${sizeText(disk.free_bytes)} free`,
    `time  ${timeText(dryRun)}`,
    ...firstLookHint(dryRun, baseline),
    `cost  ${dryRun.usd === null ? 'unknown' : `about $${dryRun.usd.toFixed(2)}`}${most}`,
    'nothing was built, run or written',
  ].join('\n');
}

/** What a run needs, in a few lines, before it starts. */
export function outlookText(dryRun: DryRun, baseline: BaselineMode = 'host'): string {
  return [
    `images  ${imagesText(dryRun)}`,
    `time    ${timeText(dryRun)}`,
    ...firstLookHint(dryRun, baseline),
  ].join('\n');
}

/** Whoever waits shorter for the first attempt needs no hint. */
const LONG_CALIBRATION_MINUTES = 2;

function firstLookHint({ time }: DryRun, baseline: BaselineMode): readonly string[] {
  if (baseline !== 'host' || (time.calibration_minutes ?? 0) < LONG_CALIBRATION_MINUTES) return [];
  return [
    'hint  with --baseline published, attempts start before this host is calibrated; scores are ranked once it is',
  ];
}

function sizeText(bytes: number | null): string {
  return bytes === null ? 'unknown' : formatSize(bytes);
}

function minutesText(minutes: number | null): string {
  return minutes === null ? 'unknown' : elapsed(minutes * 60_000);
}

function imagesText({ disk }: DryRun): string {
  if (disk.images === 0) return 'all are stored';
  const known = disk.images - disk.unknown;
  const size = known === 0 ? '' : `, ${sizeText(disk.to_build_bytes)}`;
  const unknown = disk.unknown === 0 ? '' : `, ${disk.unknown} of unknown size`;
  return `${disk.images} to build${size}${unknown}`;
}

/** The whole time and its parts. A part that nobody recorded is unknown. */
function timeText({ time, minutes, known_minutes: known, instances }: DryRun): string {
  const unknown = instances.filter(({ times_from: from }) => from === 'nothing').length;
  const parts = [
    `builds ${minutesText(time.build_minutes)}`,
    `calibration ${minutesText(time.calibration_minutes)}`,
    `attempts ${minutesText(time.attempt_minutes)}`,
  ];
  const first = time.first_attempt_minutes;
  const scale = time.slowness;
  const missing = [
    ...(time.unknown_builds === 0 ? [] : [countOf(time.unknown_builds, 'build')]),
    ...(time.calibration_minutes === null ? ['calibration'] : []),
    ...(time.attempt_minutes === null ? ['attempts'] : []),
  ];
  const total =
    minutes === null
      ? `at least ${minutesText(known)}, without ${missing.join(' and ')} of unknown length`
      : `about ${minutesText(minutes)}`;
  return [
    `${total}: ${parts.join(', ')}`,
    ...(first === null ? [] : [`the first attempt starts after ${minutesText(first)}`]),
    ...(scale === null ? [] : [`this machine takes ${scale.toFixed(1)} times as long as recorded`]),
    ...(unknown === 0
      ? []
      : [`nothing is recorded for ${unknown} of ${instances.length} instances`]),
  ].join('; ');
}
