import type { DryRun } from '@refbench/contracts';
import { elapsed } from './live-rows.ts';
import { textTable } from './terminal-text.ts';

/** Formats the estimate of a run as text. */
export function dryRunText(dryRun: DryRun): string {
  const { instances, disk, agents } = dryRun;
  const gigabytes = (bytes: number | null): string =>
    bytes === null ? 'unknown' : `${(bytes / 1e9).toFixed(1)} GB`;
  const rows = instances.map(({ instance, image, bytes, absent }) => [
    instance,
    image,
    gigabytes(bytes),
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
  const unknown = disk.unknown === 0 ? '' : `, and ${disk.unknown} image(s) of unknown size`;
  const most =
    dryRun.usd_at_most === null ? '' : `; at most $${dryRun.usd_at_most.toFixed(2)} by the budgets`;
  return [
    textTable([['instance', 'image', 'adds', ''], ...rows]),
    '',
    textTable([['agent', 'model', 'attempts', 'minutes each', 'USD', 'basis'], ...estimates]),
    '',
    `${dryRun.attempts} attempt(s) on ${instances.length} instance(s)`,
    `disk  ${gigabytes(disk.to_build_bytes)} to build${unknown}; ${gigabytes(disk.free_bytes)} free`,
    `time  ${dryRun.minutes === null ? 'unknown' : `about ${elapsed(dryRun.minutes * 60_000)}, without image builds`}`,
    `cost  ${dryRun.usd === null ? 'unknown' : `about $${dryRun.usd.toFixed(2)}`}${most}`,
    'nothing was built, run or written',
  ].join('\n');
}
