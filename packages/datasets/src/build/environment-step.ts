import { readFile, writeFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { exists } from '@refbench/base';
import { DEFAULT_LIMITS, type Baseline, type Instance } from '@refbench/contracts';
import { describeFailure, recipeDigest } from '@refbench/env-builder';
import {
  admissionRuns,
  baselineFault,
  LONG_SUITE_MS,
  readBaseline,
  prepareEnvironment,
  type Calibration,
  type CatalogEntry,
} from '@refbench/instances';
import {
  buildEnvironment,
  calibrate,
  checkEnvironment,
  excludeFlakyTests,
  Experience,
  type BuildEnvironmentOptions,
  type CheckOptions,
  type EnvironmentCheck,
} from '@refbench/environments';
import type { Workspace } from '@refbench/workspace';
import type { SuiteContext } from '../admission/gate.ts';
import { MAX_EXCLUSIONS } from './admit-stable.ts';
import { nearestSibling } from './nearest-sibling.ts';
import type { StepResult } from './steps.ts';

/** Result of a builder: its validation, or why there is no environment. */
type BuiltEnvironment =
  | { readonly kind: 'admitted'; readonly check: EnvironmentCheck | undefined }
  | { readonly kind: 'rejected'; readonly reason: string };

/** Writes the recipe of an instance, builds its image and validates it. */
export type EnvironmentBuilder = (context: SuiteContext) => Promise<BuiltEnvironment>;

/**
 * Present while a builder works, because a recipe that it left behind is not finished. If the recipe was rejected,
 * the file contains its digest: unless somebody corrects the recipe, another try drafts it anew.
 */
const UNFINISHED = '.environment-unfinished';

/**
 * Provides an environment and the baseline of this host. A recipe that a person wrote or corrected
 * is validated; otherwise the builder writes one.
 * @param reload reads the instance again, because a builder writes to its instance.yaml
 */
export async function environmentStep(
  context: SuiteContext,
  build: EnvironmentBuilder,
  reload: () => Promise<CatalogEntry>,
): Promise<StepResult> {
  const { dir } = context.entry;
  const marker = join(dir, UNFINISHED);
  const isGiven = (await exists(join(dir, 'environment'))) && !(await isAsLeft(dir, marker));
  if (!isGiven) {
    await writeFile(marker, '');
    await rm(join(dir, 'environment'), { recursive: true, force: true });
  }
  // A recipe that was validated on this host before has a baseline for exactly this image.
  const known = isGiven ? await storedBaseline(context) : undefined;
  if (known !== undefined) return resultOf(context.entry, known, baselineFault(known) ?? null);
  const built = isGiven ? await validate(context) : await build(context);
  if (built.kind === 'rejected') {
    if (!isGiven) await writeFile(marker, await digestIn(dir));
    return { kind: 'dropped', reason: built.reason };
  }
  await rm(marker, { force: true });
  for (let round = 1; ; round += 1) {
    const fresh = { ...context, entry: await reload() };
    const calibration = await calibrateOnce(fresh, built.check);
    // What a person wrote stays as it is.
    const mayExclude = !isGiven && round <= MAX_EXCLUSIONS && calibration.fault === null;
    const excluded = mayExclude ? await excludeFlakyTests(fresh.entry, calibration) : [];
    if (excluded.length === 0)
      return resultOf(fresh.entry, calibration.baseline, calibration.fault);
    context.onProgress(exclusionText(excluded));
  }
}

export function exclusionText(excluded: readonly string[]): string {
  return `the outcome of ${excluded.length} tests varies, so they do not count: ${excluded.slice(0, 5).join(', ')}`;
}

/** Whether the recipe is what a builder left behind, so that nobody has corrected it. */
async function isAsLeft(dir: string, marker: string): Promise<boolean> {
  const left = await readFile(marker, 'utf8').catch(() => undefined);
  return left === '' || (left !== undefined && left === (await digestIn(dir)));
}

/** The digest of the recipe; empty if there is none, or no complete one. */
async function digestIn(dir: string): Promise<string> {
  return await recipeDigest(dir).catch(() => '');
}

async function calibrateOnce(
  context: SuiteContext,
  earlier: EnvironmentCheck | undefined,
): Promise<Calibration> {
  await using prepared = await prepareEnvironment(context);
  const { turn = (act) => act() } = context;
  const k = Math.max(admissionRuns(context.entry.instance), earlier?.results.base.length ?? 0);
  const options = { ...context, prepared, k, limits: DEFAULT_LIMITS.grade };
  return await turn(() => calibrate({ ...options, ...(earlier === undefined ? {} : { earlier }) }));
}

function resultOf(
  { instance }: CatalogEntry,
  { bounds }: Baseline,
  fault: string | null,
): StepResult {
  if (fault !== null) return { kind: 'dropped', reason: fault };
  const { base_image } = instance.environment;
  return { kind: 'done', note: `${base_image}, p_min ${bounds.p_min}, f_max ${bounds.f_max}` };
}

async function storedBaseline(context: SuiteContext): Promise<Baseline | undefined> {
  await using prepared = await prepareEnvironment(context);
  const stored = await readBaseline(prepared);
  const runs = admissionRuns(context.entry.instance);
  return stored !== undefined && stored.k >= runs ? stored : undefined;
}

async function validate(context: SuiteContext): Promise<BuiltEnvironment> {
  await using prepared = await prepareEnvironment(context);
  const check = await checkEnvironment({
    ...context,
    ...patienceFor(context.entry.instance),
    prepared,
    limits: DEFAULT_LIMITS.grade,
  });
  if (check.failures.length === 0) return { kind: 'admitted', check };
  return { kind: 'rejected', reason: reasonOf(check) };
}

/**
 * The builder that needs no model. The recipe of the nearest admitted instance of the same repository
 * comes first, unless the project has moved to another toolchain since.
 * @param workspace where admitted instances are
 */
export function autodetectBuilder(workspace: Workspace): EnvironmentBuilder {
  const experiences = new Map<string, Experience>();
  return async (context) => {
    const reuse = await nearestSibling(context, workspace);
    const { name } = context.entry.instance.repository;
    const experience = experiences.get(name) ?? new Experience();
    experiences.set(name, experience);
    return await buildByAutodetect({ ...context, reuse, experience });
  };
}

async function buildByAutodetect(
  context: SuiteContext & Pick<BuildEnvironmentOptions, 'reuse' | 'experience'>,
): Promise<BuiltEnvironment> {
  const result = await buildEnvironment({
    ...context,
    ...patienceFor(context.entry.instance),
    limits: DEFAULT_LIMITS.grade,
  });
  switch (result.kind) {
    case 'admitted':
      return { kind: 'admitted', check: result.check };
    case 'unsupported':
      return { kind: 'rejected', reason: result.unsupported.reason };
    case 'rejected':
      return {
        kind: 'rejected',
        reason:
          result.check === undefined
            ? result.reasons.map(({ what }) => what).join('; ')
            : reasonOf(result.check),
      };
  }
}

/** A suite that hangs must leave time for another recipe. */
const PRIVATE_SUITE_SECONDS = 420;

/** Somebody waits for a private instance. */
function patienceFor(
  instance: Instance,
): Pick<CheckOptions, 'longMs' | 'together'> & { readonly suiteSeconds?: number } {
  return instance.private === true
    ? { longMs: LONG_SUITE_MS, together: true, suiteSeconds: PRIVATE_SUITE_SECONDS }
    : {};
}

function reasonOf({ failures }: EnvironmentCheck): string {
  return failures.map((failure) => describeFailure(failure).what).join('; ');
}
