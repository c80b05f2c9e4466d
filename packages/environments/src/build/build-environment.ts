import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { acquireLock, digestOf } from '@refbench/base';
import { RefbenchError, type Limits } from '@refbench/contracts';
import { LeaksFound, type Finding } from '@refbench/leak-gate';
import {
  autodetect,
  describeFailure,
  diagnoses,
  StepLog,
  UncleanTree,
  toolPackages,
  writeRecipe,
  failingTests,
  NO_ADJUSTMENTS,
  type Adjustments,
  type ImageOptions,
  type RecipeDraft,
  type Unsupported,
} from '@refbench/env-builder';
import type { Engine } from '@refbench/sandbox';
import {
  checkEnvironment,
  type CheckOptions,
  type EnvironmentCheck,
} from '../check/check-environment.ts';
import {
  LONG_SUITE_MS,
  openInstanceRepository,
  prepareEnvironment,
  selectInstances,
  type CatalogEntry,
} from '@refbench/instances';
import { displayPath } from '@refbench/repos';
import { TrialTime } from '@refbench/suites';
import { FixSearch, type Proposal, type Standing } from './fix-search.ts';
import { withoutOwnReleases } from './own-releases.ts';
import { ignoreWritten } from './ignore-written.ts';
import { otherToolchains } from './other-toolchains.ts';
import { printedTests } from './printed-tests.ts';
import { failFew, showsKnownFailure } from './stop-early.ts';
import { unbuiltTests } from './unbuilt-tests.ts';
import { stabilise, unstableTests } from './unstable-tests.ts';
import { failsOften, isSameRecipe, passesMore, reusedRecipe } from './reused-recipe.ts';
import type { Experience, Failure } from './experience.ts';
import { recordDependencies } from './record-dependencies.ts';
import type { Workspace } from '@refbench/workspace';

export interface BuildEnvironmentOptions extends Pick<
  CheckOptions,
  'rounds' | 'longMs' | 'together' | 'turn'
> {
  readonly workspace: Workspace;
  readonly engine: Engine;
  readonly entry: CatalogEntry;
  readonly build: ImageOptions;
  readonly limits: Limits;
  readonly run: string;
  readonly signal: AbortSignal;
  readonly onProgress: (message: string) => void;
  /**
   * Another instance of the same repository. Its recipe is tried first, or after the first draft if that
   * takes another image or other programs.
   */
  readonly reuse?: CatalogEntry | undefined;
  /** What other commits of the repository have shown. What this one shows is added. */
  readonly experience?: Experience | undefined;
  /** How long a suite may take, in seconds; the recipe's own limit if that is shorter. */
  readonly suiteSeconds?: number | undefined;
}

/** One try of a build: what was changed for it, and how it ended. */
interface BuildTry {
  /** Undefined for the first try. */
  readonly fix: string | undefined;
  /** `admitted`, or the first reason against it, in one line. */
  readonly end: string;
}

/** Result of a build with an automatically detected recipe. */
export type EnvironmentBuild =
  | {
      readonly kind: 'admitted';
      readonly draft: RecipeDraft;
      readonly check: EnvironmentCheck;
      /** Known fixes that were applied, in order. */
      readonly fixes: readonly string[];
    }
  | { readonly kind: 'unsupported'; readonly unsupported: Unsupported }
  | {
      readonly kind: 'rejected';
      readonly draft: RecipeDraft;
      readonly fixes: readonly string[];
      /** Undefined if no image could be built. */
      readonly check: EnvironmentCheck | undefined;
      readonly reasons: readonly { readonly what: string; readonly hint: string }[];
      /** All tries, in order. The recipe of the best one stays beside the instance. */
      readonly tries: readonly BuildTry[];
    };

/** Maximum number of builds until one is admitted. One failure can hide another. */
const MAX_TRIES = 6;
/** Builds whose validation may stop at the first known failure. */
const EARLY_TRIES = 3;
/** Maximum number of builds that try to make more tests of an admitted environment pass. */
const MAX_IMPROVEMENTS = 3;

/**
 * Drafts a recipe, writes it beside the instance, builds its image and validates it. If the log
 * shows a known failure, the next draft contains its fix. This goes on after an environment was
 * admitted while tests fail: fixes that let more tests pass are kept, one at a time.
 * @throws RefbenchError for failures that the recipe did not cause; kind `in-use` if another build of
 *   the instance runs
 */
export async function buildEnvironment(
  options: BuildEnvironmentOptions,
): Promise<EnvironmentBuild> {
  const { workspace, entry } = options;
  // Two builds of one instance would overwrite each other's recipe.
  const lockName = `build-${digestOf(resolve(entry.dir)).slice(7, 23)}.lock`;
  await using _lock = await acquireLock(
    join(workspace.stateDir, 'locks', lockName),
    `the build of ${entry.instance.id}`,
  );
  const own = options.reuse && (await draftRecipe(options, NO_ADJUSTMENTS));
  const isLike = await isAlike(options, own);
  const reused = isLike ? await tryReuse(options, own) : undefined;
  if (reused?.tried.result.kind === 'admitted') {
    if (!failsOften(standingOf(reused.tried))) return reused.tried.result;
    options.onProgress('many tests fail with it, so the draft for this commit is tried as well');
  }
  const start = options.experience?.start ?? NO_ADJUSTMENTS;
  const needed = [...start.systemPackages, ...start.missingFiles];
  if (needed.length > 0) options.onProgress(`other commits needed ${needed.join(', ')}`);
  const search = new FixSearch(MAX_TRIES, MAX_IMPROVEMENTS, start);
  let best: { readonly draft: RecipeDraft; readonly tried: Tried } | undefined;
  const tries: BuildTry[] = [];
  for (;;) {
    const draft = await draftRecipe(options, search.next);
    if (draft.kind === 'unsupported') {
      if (best === undefined) {
        if (reused?.tried.result.kind === 'admitted') return reused.tried.result;
        return { kind: 'unsupported', unsupported: draft };
      }
      search.refuse();
    } else if (best !== undefined && isSameRecipe(draft, best.draft)) {
      // No older or newer image can take the place of this one.
      search.refuse();
    } else {
      if (best === undefined) sayReasons(options, draft);
      await writeCapped(options, draft);
      const isTrial = best?.tried.result.kind === 'admitted' || search.isGuess;
      const trial = isTrial
        ? { ...options, rounds: 1, limits: trialLimits(options.limits, best?.tried) }
        : options;
      // The same recipe would end in the same way.
      const isKnown =
        best === undefined && reused !== undefined && isSameRecipe(draft, reused.draft);
      const improvable = tries.length < EARLY_TRIES && !isTrial ? search.next : undefined;
      let tried = isKnown ? reused.tried : await tryRecipe(trial, draft, search.fixes, improvable);
      // Most guesses and fixes of single tests gain nothing, which one run shows.
      if (isTrial && options.rounds !== 1 && search.improves(standingOf(tried))) {
        tried = await tryRecipe(options, draft, search.fixes);
      }
      tries.push({ fix: best === undefined ? undefined : search.fixes.at(-1), end: endOf(tried) });
      if (search.record(standingOf(tried))) {
        best = { draft, tried };
        options.experience?.learn(search.next);
      } else options.onProgress('that is no better: the fix is dropped');
      if (!isLike && tries.length === 1 && tried.result.kind !== 'admitted') {
        const other = await tryReuse(options, own);
        if (other?.tried.result.kind === 'admitted') return other.tried.result;
      }
      if (tries.length === 1 && reused?.tried.result.kind === 'admitted') {
        if (!passesMore(standingOf(tried), standingOf(reused.tried))) {
          options.onProgress('no more tests pass with the draft, which is dropped');
          await writeCapped(options, reused.draft);
          return reused.tried.result;
        }
      }
    }
    if (best === undefined) throw new Error('the first try is always the best so far');
    const { tried, draft: bestDraft } = best;
    const find = (known: Adjustments): readonly Proposal[] => [
      ...ignoreWritten(tried.unclean, known),
      ...withoutOwnReleases(tried.leaks, known, bestDraft, options.build.definitions.images),
      ...stabilise(tried.result.check, known, options.entry.instance.language),
      ...diagnoses(tried.log, known, tried.own, tried.submodules),
      ...printedTests(standingOf(tried), known, bestDraft),
      ...unbuiltTests(standingOf(tried), known, bestDraft),
      // Where another commit has a recipe, its toolchain was tried already.
      ...(reused === undefined && options.experience?.isHopeless(failureOf(options, tried)) !== true
        ? otherToolchains(standingOf(tried), known)
        : []),
    ];
    const diagnosis = isGoodEnough(tried) ? undefined : search.advance(find);
    if (diagnosis === undefined && wasStopped(tried)) {
      options.onProgress('no fix helps, so the validation goes on');
      await writeCapped(options, bestDraft);
      best = { draft: bestDraft, tried: await tryRecipe(options, bestDraft, search.fixes) };
      search.complete(standingOf(best.tried));
      continue;
    }
    if (diagnosis === undefined) {
      // The last try may have been another one. Its image exists, so this is quick.
      await writeCapped(options, best.draft);
      const { fixes } = search;
      if (tried.result.kind === 'rejected') {
        if (search.hasGuessed) options.experience?.addHopeless(failureOf(options, tried));
        return { ...tried.result, fixes, tries };
      }
      await recordDependencies(options);
      return { ...tried.result, fixes };
    }
    sayFailing(options, tried);
    options.onProgress(`another try: ${diagnosis.because}`);
  }
}

/** Whether the suite ran on base alone, although nothing refuses it there. */
function wasStopped({ result: { check } }: Tried): boolean {
  if (check === undefined || check.results.golden.length > 0) return false;
  return check.failures.every((one) => one.kind === 'no-verdict' && one.state === 'golden');
}

/** Whether further tries would cost more than they can gain. */
function isGoodEnough(tried: Tried): boolean {
  const standing = standingOf(tried);
  const runs = tried.result.check?.observation.runs ?? [];
  const isLong = runs.some(({ durationMs }) => durationMs > LONG_SUITE_MS);
  return standing.stage === 'admitted' && isLong && standing.unstable === 0 && failFew(standing);
}

/** A fix that makes an admitted suite much slower is no improvement. */
function trialLimits(limits: Limits, best: Tried | undefined): Limits {
  const time = new TrialTime(limits);
  if (best?.result.kind === 'admitted') {
    for (const { durationMs } of best.result.check.observation.runs) time.add(durationMs);
  }
  return time.limits();
}

/**
 * Whether drafts for this commit and for the one with a recipe take the same image and the same programs. If
 * not, the project has moved to another toolchain or package manager since, and its own draft comes first.
 */
async function isAlike(
  options: BuildEnvironmentOptions,
  own: RecipeDraft | Unsupported | undefined,
): Promise<boolean> {
  if (options.reuse === undefined || own?.kind !== 'draft') return true;
  const theirs = await draftRecipe({ ...options, entry: options.reuse }, NO_ADJUSTMENTS);
  if (theirs.kind !== 'draft') return true;
  return own.baseImage === theirs.baseImage && isDeepStrictEqual(own.programs, theirs.programs);
}

/**
 * Tries the recipe of another commit. Returns undefined if there is none.
 * @param own - The draft for this commit.
 */
async function tryReuse(
  options: BuildEnvironmentOptions,
  own: RecipeDraft | Unsupported | undefined,
): Promise<{ readonly draft: RecipeDraft; readonly tried: Tried } | undefined> {
  const { reuse: from, onProgress } = options;
  if (from === undefined) return undefined;
  onProgress(`trying the recipe of ${from.instance.id}`);
  const ignored = own?.kind === 'draft' ? own.ignored : undefined;
  const draft = await reusedRecipe({ ...options, from, ignored });
  await writeCapped(options, draft);
  const tried = await tryRecipe(options, draft, []);
  if (tried.result.kind === 'admitted') await recordDependencies(options);
  else {
    onProgress(`the recipe of ${from.instance.id} does not fit: ${endOf(tried)}`);
  }
  return { draft, tried };
}

async function writeCapped(
  { entry, suiteSeconds = Number.POSITIVE_INFINITY }: BuildEnvironmentOptions,
  draft: RecipeDraft,
): Promise<void> {
  const testTimeoutSeconds = Math.min(draft.testTimeoutSeconds, suiteSeconds);
  await writeRecipe({ ...draft, testTimeoutSeconds }, entry.dir);
}

function sayReasons({ onProgress }: BuildEnvironmentOptions, draft: RecipeDraft): void {
  for (const { choice, because } of draft.reasons) onProgress(`${choice}: ${because}`);
}

function sayFailing({ onProgress }: BuildEnvironmentOptions, { result }: Tried): void {
  for (const line of failingTests(result.check?.observation.runs ?? [])) onProgress(line);
}

function endOf({ result }: Tried): string {
  if (result.kind === 'admitted') return 'admitted';
  return inOneLine(result.reasons[0]?.what ?? 'rejected');
}

const MAX_START = 120;
const MAX_END = 180;

/** The beginning says which step failed, the end what its log ends with. */
function inOneLine(reason: string): string {
  const text = reason.replace(/\s+/g, ' ').trim();
  if (text.length <= MAX_START + MAX_END) return text;
  return `${text.slice(0, MAX_START)} … ${text.slice(-MAX_END)}`;
}

function failureOf({ entry }: BuildEnvironmentOptions, tried: Tried): Failure {
  const reason = endOf(tried);
  return { instance: entry.instance.id, reason, stage: tried.stage, log: tried.log };
}

function standingOf({ result, log, stage }: Tried): Standing {
  const runs = result.check?.observation.runs ?? [];
  const counts = runs.map(({ run }) => (run.kind === 'counted' ? run.counts : undefined));
  return {
    stage: result.kind === 'admitted' ? 'admitted' : stage,
    passed: Math.min(...counts.map((count) => count?.passed ?? 0)),
    unstable: unstableTests(result.check).length,
    failed: Math.max(...counts.map((count) => count?.failed ?? 0)),
    log,
  };
}

export async function draftRecipe(
  options: Pick<BuildEnvironmentOptions, 'workspace' | 'entry' | 'build' | 'signal'>,
  adjustments: Adjustments,
): Promise<RecipeDraft | Unsupported> {
  await using repository = await openInstanceRepository(options);
  return await autodetect({
    instance: options.entry.instance,
    repository,
    images: Object.keys(options.build.definitions.images),
    toolPackages: toolPackages(options.build.definitions),
    adjustments,
  });
}

export interface Tried {
  readonly result: Exclude<EnvironmentBuild, { kind: 'unsupported' }>;
  readonly log: string;
  /** How far a recipe got that was not admitted. */
  readonly stage: Exclude<Standing['stage'], 'admitted'>;
  /** Names that the tree itself defines. Modules with these names cannot be installed. */
  readonly own: ReadonlySet<string>;
  /** Paths of the submodules of base. */
  readonly submodules: readonly string[];
  /** What the leak gate refused. */
  readonly leaks: readonly Finding[];
  /** What the set-up changes in the tree, as git says it. */
  readonly unclean: readonly string[];
}

/**
 * Builds and validates the recipe in the folder of the instance.
 * @param improvable - The adjustments of the recipe, if the validation may stop where a known fix is left.
 */
export async function tryRecipe(
  options: BuildEnvironmentOptions,
  draft: RecipeDraft,
  fixes: readonly string[],
  improvable?: Adjustments,
): Promise<Tried> {
  // instance.yaml changed with the recipe.
  const [entry = options.entry] = await selectInstances(options.workspace, [
    options.entry.instance.id,
  ]);
  try {
    await using prepared = await prepareEnvironment({ ...options, entry });
    const own = new Set([...prepared.baseTree.keys()].flatMap((path) => path.split(/[/.]/)));
    const submodules = [...prepared.baseTree].flatMap(([path, { mode }]) =>
      mode === '160000' ? [displayPath(path)] : [],
    );
    const check = await checkEnvironment({
      ...options,
      prepared,
      stopAfter: (first) =>
        improvable !== undefined &&
        showsKnownFailure(first, { adjustments: improvable, own, submodules }),
    });
    // What could not be installed is said there, and tests only show that it is missing.
    const buildLog = await readFile(prepared.environment.buildLog, 'utf8').catch(() => '');
    const log = [buildLog, ...check.observation.runs.map((run) => run.log)].join('\n');
    const { failures } = check;
    const { unclean } = check.observation;
    const seen = { log, own, submodules, leaks: [], unclean, stage: 'observed' } as const;
    if (failures.length === 0) {
      return { ...seen, result: { kind: 'admitted', draft, check, fixes } };
    }
    const reasons = failures.map(describeFailure);
    return { ...seen, result: { kind: 'rejected', draft, fixes, check, reasons, tries: [] } };
  } catch (error) {
    if (!RefbenchError.isInstance(error) || error.kind !== 'image') throw error;
    const reasons = [{ what: error.message, hint: error.hint }];
    const leaks = error.cause instanceof LeaksFound ? error.cause.leaks : [];
    return {
      result: { kind: 'rejected', draft, fixes, check: undefined, reasons, tries: [] },
      log: error.cause instanceof StepLog ? error.cause.log : '',
      own: new Set(),
      submodules: [],
      leaks,
      unclean: error.cause instanceof UncleanTree ? error.cause.lines : [],
      stage: leaks.length > 0 ? 'leaking' : 'unbuilt',
    };
  }
}
