import type { Baseline, BaselineMode, ProvisionalBaseline } from '@refbench/contracts';
import {
  driftFrom,
  EARLY_RUNS,
  publishedCountsOf,
  vouchedBaseline,
  type CatalogEntry,
} from '@refbench/instances';
import { machineFacts, machineText } from '@refbench/sandbox';
import {
  baselineOf,
  calibrate,
  eachStateAgrees,
  ensureBaseline,
  measureAll,
  storedBaseline,
  whileOthersWait,
  type CalibrateOptions,
  type Measured,
} from './calibrate.ts';

export interface OpenBaselineOptions extends Omit<CalibrateOptions, 'earlier'> {
  readonly entry: CatalogEntry;
  readonly mode: BaselineMode;
  /** Called if runs of the suite must come before the attempts. */
  readonly onMeasure: () => void;
}

/** The baseline with which attempts can start. */
export interface OpenedBaseline {
  readonly baseline: Baseline;
  /** Present if the baseline of this host is not complete yet. */
  readonly pending?: PendingBaseline;
}

interface PendingBaseline {
  /** The mark of scores that are computed meanwhile. */
  readonly mark: ProvisionalBaseline;
  /** Makes the remaining runs on this host, one at a time, and stores the complete baseline. */
  readonly complete: (signal: AbortSignal) => Promise<CompletedBaseline>;
}

export interface CompletedBaseline {
  readonly baseline: Baseline;
  /** How the complete baseline differs from the provisional one; empty if it does not. */
  readonly differences: readonly string[];
}

/**
 * Returns the stored baseline of this host, or the one with which attempts can start in the given mode.
 * - `host`: all runs come first.
 * - `early`: two runs of base and of golden come first. If they do not agree, all do.
 * - `published`: the runs of the admission, if admission.json vouches for them; otherwise all runs on this
 *   host come first, and the progress says why.
 */
export async function openBaseline(options: OpenBaselineOptions): Promise<OpenedBaseline> {
  const stored = await storedBaseline(options);
  if (stored !== undefined) return { baseline: stored };
  if (options.mode !== 'published') options.onMeasure();
  switch (options.mode) {
    case 'host':
      return { baseline: await ensureBaseline(options) };
    case 'early':
      return await openEarly(options);
    case 'published':
      return await openPublished(options);
  }
}

async function openEarly(options: CalibrateOptions): Promise<OpenedBaseline> {
  const first = await whileOthersWait(options, async () => {
    const stored = await storedBaseline(options);
    if (stored !== undefined) return stored;
    const measured = await measureAll({ ...options, k: EARLY_RUNS });
    if (eachStateAgrees(measured)) return measured;
    options.onProgress('the first runs of the suite differ, so all runs come before the attempts');
    return (await calibrate(options)).baseline;
  });
  if (!isMeasured(first)) return { baseline: first };
  const baseline = baselineOf({ ...options, k: EARLY_RUNS }, first);
  const imageId = options.prepared.environment.imageId;
  return pendingOn(options, baseline, {
    mark: { source: 'early', runs: EARLY_RUNS, machine: machineText(await machineFacts()) },
    earlier: { imageId, results: first },
  });
}

function isMeasured(found: Baseline | Measured): found is Measured {
  return !('bounds' in found);
}

async function openPublished(options: OpenBaselineOptions): Promise<OpenedBaseline> {
  const { entry, onMeasure } = options;
  const published = await vouchedBaseline(entry, options.prepared);
  if (published.kind === 'refused') {
    options.onProgress(`the published baseline cannot be used: ${published.reason}`);
    onMeasure();
    return { baseline: await ensureBaseline(options) };
  }
  const { baseline, machine } = published;
  return pendingOn(options, baseline, {
    mark: { source: 'published', runs: baseline.k, machine: machineText(machine) },
  });
}

function pendingOn(
  options: CalibrateOptions,
  baseline: Baseline,
  { mark, earlier }: { mark: ProvisionalBaseline } & Pick<CalibrateOptions, 'earlier'>,
): OpenedBaseline {
  const complete = async (signal: AbortSignal): Promise<CompletedBaseline> => {
    const complete = await ensureBaseline({
      ...options,
      ...(earlier === undefined ? {} : { earlier }),
      oneAtATime: true,
      signal,
    });
    return { baseline: complete, differences: differencesOf(baseline, complete) };
  };
  return { baseline, pending: { mark, complete } };
}

/** Says what the runs of this host show that the provisional ones did not. */
export function differencesOf(before: Baseline, after: Baseline): readonly string[] {
  const counts = publishedCountsOf('the first runs', before);
  const bounds = (['p_min', 'f_max'] as const).flatMap((name) =>
    before.bounds[name] === after.bounds[name]
      ? []
      : [`${name} is ${after.bounds[name]}, not ${before.bounds[name]}`],
  );
  const drift = driftFrom(counts, after).map(
    ({ state, count, published, here }) =>
      `${count} on ${state}: ${here.min} to ${here.max}, not ${published.min} to ${published.max}`,
  );
  return [...bounds, ...drift];
}
