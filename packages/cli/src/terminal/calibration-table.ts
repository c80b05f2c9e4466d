import type { TestRun } from '@refbench/contracts';
import type { Calibration } from '@refbench/instances';
import { terminalText, textTable } from './terminal-text.ts';

/** At most this many flaky tests are listed; the others are only counted. */
const MAX_FLAKY = 20;

/** Formats a calibration as text. */
export function calibrationTable(calibration: Calibration): string {
  const { baseline, warnings, drift, fault } = calibration;
  const { p_min, f_max } = baseline.bounds;
  return [
    `${baseline.instance}  k = ${baseline.k}  p_min ${p_min}  f_max ${f_max}`,
    runsTable(calibration),
    ...flakyLines(calibration),
    ...warnings.map(
      ({ kind, state, reason, hint }) =>
        `warning  ${kind} (${state}): ${terminalText(reason)}\n         hint: ${terminalText(hint)}`,
    ),
    ...drift.map(
      ({ source, state, count, published, here }) =>
        `drift    ${count} on ${state}: ${rangeText(here)} here, ${rangeText(published)} in ${source}`,
    ),
    ...(fault === null ? [] : [`fault    no attempt can be scored here: ${terminalText(fault)}`]),
  ].join('\n');
}

function runsTable({ baseline, durations_ms: durations }: Calibration): string {
  const rows = (['base', 'golden'] as const).flatMap((state) =>
    baseline[state].map((run, index) => [
      `${state} ${index + 1}`,
      ...cells(run),
      ((durations[state][index] ?? 0) / 1000).toFixed(1),
    ]),
  );
  return textTable([['run', 'passed', 'failed', 'skipped', 'total', 'seconds'], ...rows]);
}

function cells(run: TestRun): readonly string[] {
  if (run.kind === 'no-verdict') return ['-', '-', '-', '-'];
  const { passed, failed, skipped, total } = run.counts;
  return [passed, failed, skipped, total].map(String);
}

function flakyLines({ names_tests: named, flaky }: Calibration): readonly string[] {
  if (!named) return ['flaky    the suite does not name its tests'];
  if (flaky.length === 0) return ['flaky    none'];
  const shown = flaky.slice(0, MAX_FLAKY).map(({ id, state, passed, failed, skipped, absent }) => {
    const counts = `${passed} passed, ${failed} failed, ${skipped} skipped, ${absent} absent`;
    return `flaky    on ${state} (${counts}): ${terminalText(id)}`;
  });
  const more = flaky.length - shown.length;
  return more === 0 ? shown : [...shown, `flaky    and ${more} more`];
}

function rangeText({ min, max }: { readonly min: number; readonly max: number }): string {
  return min === max ? String(min) : `${min} to ${max}`;
}
