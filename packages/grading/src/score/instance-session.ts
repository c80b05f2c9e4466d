import type { BaselineMode, Limits } from '@refbench/contracts';
import { errorText } from '@refbench/base';
import type { ImageOptions } from '@refbench/env-builder';
import {
  checkContract,
  openStrictReference,
  scanCounts,
  type StrictReference,
} from '@refbench/rule-engine';
import type { Engine } from '@refbench/sandbox';
import {
  BASELINE_RUNS,
  prepareInstance,
  prepareUntested,
  type CatalogEntry,
  type GradableInstance,
} from '@refbench/instances';
import {
  openBaseline,
  type OpenBaselineOptions,
  type OpenedBaseline,
} from '@refbench/environments';
import { PackageSource } from '@refbench/suites';
import { referenceCounts } from './graded-ifr.ts';
import {
  notify,
  type InstancePhase,
  type ProgressListener,
  type Workspace,
} from '@refbench/workspace';
import type { GradingContext } from './grading-context.ts';
import { rulesOf, scanBase, scanGolden, type TreeScan } from '../scan/tree-scan.ts';

interface SurveyOptions extends Omit<OpenBaselineOptions, 'prepared'> {
  readonly prepared: GradableInstance;
  readonly onPhase: (phase: InstancePhase) => void;
}

/** An instance on which attempts can be graded, while its baseline may still be incomplete. */
interface Survey {
  readonly context: GradingContext;
  readonly pending: OpenedBaseline['pending'];
}

/** Scans base and golden, and measures the baseline of this host if necessary. */
async function surveyInstance(options: SurveyOptions): Promise<Survey> {
  const { prepared } = options;
  options.onPhase('matching rules');
  options.onProgress('rules on base and golden');
  const baseScan = await scanBase(prepared);
  const goldenScan = await scanGolden(prepared, baseScan);
  const rules = rulesOf(prepared);
  const base = scanCounts(rules, baseScan);
  const golden = scanCounts(rules, goldenScan);
  const contract = checkContract(rules, base, golden);
  const opened =
    prepared.environment === null ? undefined : await openBaseline({ ...options, prepared });
  const context: GradingContext = {
    prepared,
    baseline: opened?.baseline ?? null,
    provisional: opened?.pending?.mark,
    baseScan,
    reference: referenceCounts(prepared.ruleset, base, golden),
    strictReference: await strictReferenceOf(prepared, baseScan, goldenScan),
    instanceFault: contract.violations[0]?.sentence,
  };
  return { context, pending: opened?.pending };
}

async function strictReferenceOf(
  { repository, ruleset, instance, baseTree, engines }: GradableInstance,
  baseScan: TreeScan,
  goldenScan: TreeScan,
): Promise<StrictReference> {
  const golden = await repository.readTree(instance.golden);
  return await openStrictReference({
    repository,
    ruleset,
    scan: { engines },
    base: { tree: baseTree, scan: baseScan, treeish: instance.base },
    golden: { tree: golden, scan: goldenScan, treeish: instance.golden },
  });
}

export interface SessionOptions {
  readonly workspace: Workspace;
  readonly engine: Engine;
  readonly build: ImageOptions;
  readonly limits: { readonly grade: Limits };
  readonly unfinished?: boolean | undefined;
  /** When the baseline of this host is measured if it has none. Defaults to `host`. */
  readonly baseline?: BaselineMode | undefined;
  /** Runs of base and of golden that a baseline needs. Defaults to `BASELINE_RUNS`. */
  readonly baselineRuns?: number | undefined;
  readonly run: string;
  readonly stop: AbortSignal;
  readonly listener: ProgressListener;
  /** Estimates a phase of the instance in milliseconds; null if nothing is recorded. */
  readonly expected?: ((instance: string, phase: InstancePhase) => number | null) | undefined;
}

/** What became of a provisional baseline. */
export type SettledBaseline =
  | { readonly kind: 'unchanged' }
  | {
      readonly kind: 'completed';
      readonly context: GradingContext;
      readonly differences: readonly string[];
    }
  /** The scores keep the provisional baseline. */
  | { readonly kind: 'incomplete'; readonly reason: string };

/**
 * One instance during one command. It is prepared and measured on first use, and shared by all
 * agents. If attempts start with a provisional baseline, the one of this host is completed beside them.
 */
export class InstanceSession implements AsyncDisposable {
  readonly entry: CatalogEntry;
  private readonly options: SessionOptions;
  private readonly ended = new AbortController();
  private prepared: Promise<GradableInstance> | undefined;
  private packages: PackageSource | undefined;
  private surveyed: Promise<GradingContext> | undefined;
  private settled: Promise<SettledBaseline> = Promise.resolve({ kind: 'unchanged' });

  constructor(entry: CatalogEntry, options: SessionOptions) {
    this.entry = entry;
    this.options = options;
  }

  /**
   * Returns repository, image, rules and the best baseline so far. If one is unavailable, every call
   * rejects.
   */
  context(): Promise<GradingContext> {
    this.surveyed ??= this.survey();
    return this.surveyed;
  }

  /** Waits until the baseline of this host is complete. If the signal aborts, it is given up. */
  async settle(signal: AbortSignal): Promise<SettledBaseline> {
    const giveUp = (): void => this.ended.abort(signal.reason);
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp);
    try {
      return await this.settled;
    } finally {
      signal.removeEventListener('abort', giveUp);
    }
  }

  private async survey(): Promise<GradingContext> {
    const { workspace, engine, build, limits, unfinished, run, stop, listener } = this.options;
    const onProgress = (message: string): void =>
      notify(listener, { kind: 'preparing', instance: this.entry.instance.id, message });
    const { entry } = this;
    const onPhase = (phase: InstancePhase): void => this.enter(phase);
    const request = { workspace, entry, build, unfinished, signal: stop };
    if (entry.instance.no_tests === undefined) onPhase('preparing the image');
    this.prepared =
      entry.instance.no_tests === undefined
        ? prepareInstance({ ...request, engine, onProgress })
        : prepareUntested(request);
    const prepared = await this.prepared;
    const { context: surveyed, pending } = await surveyInstance({
      prepared,
      entry,
      mode: this.options.baseline ?? 'host',
      k: this.options.baselineRuns ?? BASELINE_RUNS,
      limits: limits.grade,
      run,
      signal: stop,
      onProgress,
      onPhase,
      onMeasure: () => onPhase('calibrating'),
    });
    if (prepared.environment !== null) {
      this.packages = new PackageSource({
        prepared,
        network: build.network,
        limits: limits.grade,
        run,
        signal: stop,
      });
    }
    const context = { ...surveyed, packages: this.packages };
    if (pending === undefined) onPhase('ready');
    else this.settled = this.complete(context, pending);
    return context;
  }

  private async complete(
    context: GradingContext,
    pending: NonNullable<OpenedBaseline['pending']>,
  ): Promise<SettledBaseline> {
    this.enter('calibrating beside the attempts');
    const signal = AbortSignal.any([this.options.stop, this.ended.signal]);
    try {
      const { baseline, differences } = await pending.complete(signal);
      const complete = { ...context, baseline, provisional: undefined };
      this.surveyed = Promise.resolve(complete);
      this.enter('ready');
      return { kind: 'completed', context: complete, differences };
    } catch (error) {
      if (signal.aborted) return { kind: 'incomplete', reason: 'it was interrupted' };
      // A score is worth keeping. The next command measures again.
      return { kind: 'incomplete', reason: errorText(error) };
    }
  }

  private enter(phase: InstancePhase): void {
    const { listener, expected } = this.options;
    const { id: instance } = this.entry.instance;
    const expectedMs = expected?.(instance, phase) ?? null;
    notify(listener, { kind: 'instance-phase', instance, phase, expected_ms: expectedMs });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.ended.abort();
    await this.settled;
    await this.packages?.[Symbol.asyncDispose]();
    const prepared = await this.prepared?.catch(() => undefined);
    await prepared?.[Symbol.asyncDispose]();
  }
}
