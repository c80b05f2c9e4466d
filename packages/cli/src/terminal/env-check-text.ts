import { countsText, describeFailure, failingTests } from '@refbench/env-builder';
import type { CatalogEntry } from '@refbench/instances';
import type { EnvironmentCheck } from '@refbench/environments';

/** Formats a validation as text: one line per run, and every problem with its hint. */
export function describeCheck({ observation, failures }: EnvironmentCheck): string {
  const runs = observation.runs.map(
    ({ state, run, durationMs }) =>
      `${state.padEnd(6)} ${countsText(run)} (${(durationMs / 1000).toFixed(1)} s)`,
  );
  const size = `image  ${Math.round(observation.imageBytes / 2 ** 20)} MiB above its base image`;
  const reasons = failures.map(describeFailure).map(({ what, hint }) => `${what}\n  -> ${hint}`);
  const verdict = failures.length === 0 ? 'admitted' : 'not admitted';
  return [...runs, ...failingTests(observation.runs), size, verdict, ...reasons].join('\n');
}

/** Formats a validation as JSON. */
export function checkRecord(
  entry: CatalogEntry,
  { observation, failures }: EnvironmentCheck,
): object {
  return {
    instance: entry.instance.id,
    admitted: failures.length === 0,
    image_bytes: observation.imageBytes,
    runs: observation.runs.map(({ state, run, failing, durationMs }) => ({
      state,
      run,
      failing,
      duration_ms: durationMs,
    })),
    failures: failures.map((failure) => ({ ...failure, ...describeFailure(failure) })),
  };
}
