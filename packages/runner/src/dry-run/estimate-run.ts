import type { BaselineMode, ControlsLevel, DryRun, Instance } from '@refbench/contracts';
import { median } from '@refbench/base';
import { machineFacts, timeScale, type Engine } from '@refbench/sandbox';
import type { Submission } from '../submission/submission.ts';
import { freeBytes } from '../disk/free-bytes.ts';
import { KnownSizes } from '../disk/known-sizes.ts';
import { needsOf, storedImages, type StoredImages } from '../disk/stored-images.ts';
import { requireFitting, requireStoredFitting } from '../disk/too-small.ts';
import type { CatalogEntry } from '@refbench/instances';
import type { ModelOptions } from '../submission/model-service.ts';
import type { Workspace } from '@refbench/workspace';
import { earlierAttempts } from './earlier-attempts.ts';
import { estimateAgent } from './estimate-agent.ts';
import { instanceTimes, type InstanceTimes } from './instance-times.ts';

export interface EstimateOptions {
  readonly workspace: Workspace;
  readonly submissions: readonly Submission[];
  readonly entries: readonly CatalogEntry[];
  readonly mode: string;
  /** Repeats of each submission on each instance. */
  readonly repeats: number;
  readonly models?: ModelOptions | undefined;
  /** Number of concurrent attempts. */
  readonly parallel: number;
  readonly engine: Engine;
  readonly baseline: BaselineMode;
  readonly controls: ControlsLevel;
  /** Disk space for the images of the run. Unlimited if absent. */
  readonly diskBytes?: number | undefined;
}

/**
 * Estimates a run from the state of this host, from earlier runs, and from what the admissions of its
 * instances recorded. Nothing is built or written.
 * @throws RefbenchError kind `disk` if an image on the engine, or one of known size, is larger than
 *   `diskBytes` allows
 */
export async function estimateRun(options: EstimateOptions): Promise<DryRun> {
  const { workspace, submissions, entries, engine, models, repeats } = options;
  const stored = await storedImages(engine, needsOf(entries.map(({ instance }) => instance)));
  const sizes = await KnownSizes.open(workspace.stateDir);
  const known = await knownTimes(options);
  const timesOf = (id: string): InstanceTimes | undefined => known.get(id);
  const instances = entries.map(({ instance }): DryRun['instances'][number] => {
    const times = timesOf(instance.id);
    const image = imageOf(instance, (stored.tops.get(instance.id) ?? []).length > 0);
    return {
      instance: instance.id,
      image,
      bytes: sizes.of(instance.id) ?? times?.imageBytes ?? null,
      build_minutes: image === 'to build' ? minutes(times?.buildMs) : 0,
      calibration_minutes: image === 'none' ? 0 : minutes(times?.calibrationMs),
      grading_minutes:
        image === 'none' ? 0 : minutes(scaled(times?.suiteMs, runsToGrade(options.controls))),
      times_from: times?.from ?? 'nothing',
      absent: submissions
        .filter((one) => one.absenceReason?.(instance.id) !== undefined)
        .map(({ name }) => name),
    };
  });
  const worked = instances.filter(({ absent }) => absent.length < submissions.length);
  const toBuild = worked.filter(({ image }) => image === 'to build');
  if (options.diskBytes !== undefined) {
    const budget = { budgetBytes: options.diskBytes };
    requireFitting(
      toBuild.map(({ instance: id, bytes }) => ({ id, bytes: bytes ?? 0 })),
      budget,
    );
    requireStoredFitting(
      worked.map(({ instance }) => instance),
      stored,
      budget,
    );
  }
  const baseImages = missingBaseImages(entries, toBuild, stored).map((id) => timesOf(id));
  const earlier = await earlierAttempts(workspace.runsDir);
  const agents = submissions.map((submission) =>
    estimateAgent({
      submission,
      attempts:
        instances.filter(({ absent }) => !absent.includes(submission.name)).length * repeats,
      mode: options.mode,
      earlier,
      prices: models?.prices,
    }),
  );
  const { knownMinutes, ...time } = timeOf(options, { worked, agents, baseImages });
  return {
    attempts: agents.reduce((sum, one) => sum + one.attempts, 0),
    instances,
    disk: {
      images: toBuild.length + baseImages.length,
      to_build_bytes:
        sumOf(toBuild.map(({ bytes }) => bytes ?? 0)) +
        sumOf(baseImages.map((times) => times?.baseImageBytes ?? 0)),
      unknown:
        toBuild.filter(({ bytes }) => bytes === null).length +
        baseImages.filter((times) => (times?.baseImageBytes ?? null) === null).length,
      free_bytes: await freeBytes([engine.info.dataDir]),
    },
    agents,
    time: { ...time, slowness: medianOf([...known.values()].flatMap((one) => one.slowness ?? [])) },
    minutes: sumOrNull([time.build_minutes, time.calibration_minutes, time.attempt_minutes]),
    known_minutes: knownMinutes,
    usd: sumOrNull(agents.map(({ usd }) => usd)),
    usd_at_most: mostUsd(options, agents),
  };
}

/** What is recorded about each instance that has tests. */
async function knownTimes({
  entries,
  workspace,
  engine,
  baseline,
}: EstimateOptions): Promise<ReadonlyMap<string, InstanceTimes>> {
  const machine = await machineFacts();
  const common = {
    stateDir: workspace.stateDir,
    host: engine.info.hostName,
    machine,
    load: timeScale('grade'),
    baseline,
  };
  const found = new Map<string, InstanceTimes>();
  for (const entry of entries) {
    if (entry.instance.no_tests !== undefined) continue;
    found.set(entry.instance.id, await instanceTimes({ ...common, entry }));
  }
  return found;
}

/** The patch is tested once, and after a Pass up to twice more. */
export function runsToGrade(controls: ControlsLevel): number {
  return controls === 'full' ? 3 : 1;
}

/** Returns one instance for each base image that must be built. */
function missingBaseImages(
  entries: readonly CatalogEntry[],
  toBuild: DryRun['instances'],
  { names }: StoredImages,
): readonly string[] {
  const tags = [...names.values()].flat();
  const needing = new Set(toBuild.map(({ instance }) => instance));
  const missing = new Map<string, string>();
  for (const { instance } of entries) {
    const base = instance.environment.base_image;
    if (!needing.has(instance.id) || missing.has(base)) continue;
    if (!tags.some((tag) => tag.includes(`refbench/base:${base}-`))) missing.set(base, instance.id);
  }
  return [...missing.values()];
}

function timeOf(
  { parallel, submissions, repeats }: EstimateOptions,
  run: {
    readonly worked: DryRun['instances'];
    readonly agents: DryRun['agents'];
    readonly baseImages: readonly (InstanceTimes | undefined)[];
  },
): Omit<DryRun['time'], 'slowness'> & { readonly knownMinutes: number } {
  const { worked, agents, baseImages } = run;
  const bases = baseImages.map((times) => minutes(times?.baseImageMs));
  const eachBuild = worked.map(({ build_minutes: each }) => each);
  const eachCalibration = worked.map(({ calibration_minutes: each }) => each);
  const base = sumOrNull(bases);
  const builds = sumOrNull(eachBuild);
  const calibrations = sumOrNull(eachCalibration);
  const eachAttempt = agents.flatMap((agent, index) =>
    worked
      .filter(({ absent }) => !absent.includes(agent.agent))
      .map(({ grading_minutes: grading }) => {
        const each = attemptMinutes(agent, submissions[index], grading);
        return each === null ? null : each * repeats;
      }),
  );
  const working = sumOrNull(eachAttempt);
  // Instances are prepared at the same time as far as attempts run at the same time.
  const lanes = Math.max(1, Math.min(parallel, worked.length));
  const first = worked.map(({ build_minutes: build, calibration_minutes: calibration }) =>
    sumOrNull([build, calibration]),
  );
  const soonest = first.includes(null) ? null : Math.min(...first.map((each) => each ?? 0));
  return {
    build_minutes: base === null || builds === null ? null : base + builds / lanes,
    unknown_builds: [...bases, ...eachBuild].filter((each) => each === null).length,
    knownMinutes:
      sumOfKnown(bases) +
      (sumOfKnown(eachBuild) + sumOfKnown(eachCalibration)) / lanes +
      sumOfKnown(eachAttempt) / parallel,
    calibration_minutes: calibrations === null ? null : calibrations / lanes,
    attempt_minutes: working === null ? null : working / parallel,
    first_attempt_minutes: worked.length === 0 ? 0 : sumOrNull([base, soonest]),
  };
}

/**
 * Minutes of one attempt with its grading. Recorded attempts include one run of the suite, so that only the
 * controls are added. Golden and nop only copy files.
 */
function attemptMinutes(
  { minutes_per_attempt: recorded }: DryRun['agents'][number],
  submission: Submission | undefined,
  grading: number | null,
): number | null {
  if (recorded !== null) return recorded + ((grading ?? 0) * 2) / 3;
  return submission?.needsNoContainer === true ? grading : null;
}

function minutes(milliseconds: number | null | undefined): number | null {
  return milliseconds === null || milliseconds === undefined ? null : milliseconds / 60_000;
}

function scaled(milliseconds: number | null | undefined, factor: number): number | null {
  return milliseconds === null || milliseconds === undefined ? null : milliseconds * factor;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function sumOfKnown(values: readonly (number | null)[]): number {
  return sumOf(values.map((value) => value ?? 0));
}

function medianOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : median(values);
}

/** Returns the sum, or null if any part is unknown. */
function sumOrNull(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length < values.length ? null : known.reduce((sum, value) => sum + value, 0);
}

function mostUsd(
  { models, submissions }: EstimateOptions,
  agents: DryRun['agents'],
): number | null {
  if (models === undefined) return null;
  const paid = new Set(
    submissions.filter(({ model }) => model !== undefined).map(({ name }) => name),
  );
  const attempts = agents
    .filter(({ agent }) => paid.has(agent))
    .reduce((sum, one) => sum + one.attempts, 0);
  return Math.min(attempts * models.budgetUsd, models.runBudgetUsd ?? Number.POSITIVE_INFINITY);
}

function imageOf({ no_tests }: Instance, isStored: boolean): DryRun['instances'][number]['image'] {
  if (no_tests !== undefined) return 'none';
  return isStored ? 'stored' : 'to build';
}
