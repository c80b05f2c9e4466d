import {
  RefbenchError,
  type AdmissionMeasures,
  type BaselineMode,
  type Machine,
  type SuiteDurations,
} from '@refbench/contracts';
import { baseImageRecord, readBuildRecord, recipeDigest } from '@refbench/env-builder';
import {
  BASELINE_RUNS,
  EARLY_RUNS,
  newestBaseline,
  readAdmission,
  type CatalogEntry,
} from '@refbench/instances';
import { slownessOf } from '@refbench/sandbox';

/** How long the parts of a run take on one instance here, in milliseconds. Null if nothing is recorded. */
export interface InstanceTimes {
  /** To build the environment on its base image. */
  readonly buildMs: number | null;
  readonly imageBytes: number | null;
  /** To build the base image, which other instances may share. */
  readonly baseImageMs: number | null;
  readonly baseImageBytes: number | null;
  /** Runs of the suite that come before the first attempt; 0 if a baseline is stored. */
  readonly calibrationMs: number | null;
  /** One run of the suite. */
  readonly suiteMs: number | null;
  readonly from: 'this host' | 'the admission' | 'nothing';
  /** How many times longer work takes here than where it was recorded. */
  readonly slowness: number | null;
}

export interface TimesOptions {
  readonly entry: CatalogEntry;
  readonly stateDir: string;
  /** Name of the engine's host, to which a stored baseline belongs. */
  readonly host: string;
  readonly machine: Machine;
  /** Factor of the present load, at least 1. */
  readonly load: number;
  readonly baseline: BaselineMode;
}

/** Reads what this host recorded about an instance, and otherwise what its admission recorded. */
export async function instanceTimes(options: TimesOptions): Promise<InstanceTimes> {
  const { entry, stateDir, machine, load } = options;
  const { id, environment } = entry.instance;
  const measured = await admissionMeasures(entry);
  const ratio = measured === undefined ? 1 : slownessOf(machine, measured.machine);
  const there = (ms: number | null | undefined): number | null =>
    ms === null || ms === undefined ? null : ms * ratio * load;
  const here = (ms: number | null | undefined): number | null => scaled(ms, load);
  const built = await readBuildRecord(stateDir, id);
  const base = await readBuildRecord(stateDir, baseImageRecord(environment.base_image));
  const stored = await newestBaseline(stateDir, id);
  const own = stored?.durations_ms;
  const suite = own ?? measured?.suite_ms;
  const scale = own === undefined ? there : here;
  const isComplete =
    stored !== undefined &&
    stored.k >= BASELINE_RUNS &&
    stored.host === options.host &&
    stored.recipe === (await orUndefined(recipeDigest(entry.dir)));
  const vouched = measured !== undefined && options.baseline === 'published';
  return {
    buildMs: here(built?.build_ms) ?? there(measured?.image.build_ms),
    imageBytes: built?.bytes ?? measured?.image.bytes ?? null,
    baseImageMs: here(base?.build_ms) ?? there(measured?.base_image.build_ms),
    baseImageBytes: base?.bytes ?? measured?.base_image.bytes ?? null,
    calibrationMs:
      isComplete || vouched
        ? 0
        : scale(suite && calibrationMs(suite, runsFirst(options.baseline), machine)),
    suiteMs: scale(suite && meanOf([...suite.base, ...suite.golden])),
    from: own !== undefined ? 'this host' : measured !== undefined ? 'the admission' : 'nothing',
    slowness: measured === undefined ? null : ratio * load,
  };
}

function runsFirst(mode: BaselineMode): number {
  return mode === 'early' ? EARLY_RUNS : BASELINE_RUNS;
}

function scaled(ms: number | null | undefined, factor: number): number | null {
  return ms === null || ms === undefined ? null : ms * factor;
}

async function admissionMeasures(entry: CatalogEntry): Promise<AdmissionMeasures | undefined> {
  const admission = await orUndefined(readAdmission(entry));
  return admission?.kind === 'admitted' ? admission.record.measured : undefined;
}

/** A damaged file does not help the estimate. Other commands report it. */
async function orUndefined<T>(reading: Promise<T>): Promise<T | undefined> {
  return await reading.catch((error: unknown) => {
    if (RefbenchError.isInstance(error)) return undefined;
    throw error;
  });
}

/** With two processors, base and golden run at the same time. */
function calibrationMs(suite: SuiteDurations, runs: number, { cpus }: Machine): number {
  const [base, golden] = [meanOf(suite.base), meanOf(suite.golden)];
  return runs * (cpus > 1 ? Math.max(base, golden) : base + golden);
}

function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
