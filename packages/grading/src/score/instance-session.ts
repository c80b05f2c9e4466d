import type { Limits } from '@refbench/contracts';
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
import { ensureBaseline, type CalibrateOptions } from '@refbench/environments';
import { referenceCounts } from './graded-ifr.ts';
import { notify, type ProgressListener, type Workspace } from '@refbench/workspace';
import type { GradingContext } from './grading-context.ts';
import { rulesOf, scanBase, scanGolden, type TreeScan } from '../scan/tree-scan.ts';

/** Scans base and golden, and measures the baseline of this host if necessary. */
async function openGradingContext(
  options: Omit<CalibrateOptions, 'k' | 'prepared'> & { readonly prepared: GradableInstance },
): Promise<GradingContext> {
  const { prepared } = options;
  options.onProgress('rules on base and golden');
  const baseScan = await scanBase(prepared);
  const goldenScan = await scanGolden(prepared, baseScan);
  const rules = rulesOf(prepared);
  const base = scanCounts(rules, baseScan);
  const golden = scanCounts(rules, goldenScan);
  const contract = checkContract(rules, base, golden);
  const baseline =
    prepared.environment === null
      ? null
      : await ensureBaseline({ ...options, prepared, k: BASELINE_RUNS });
  return {
    prepared,
    baseline,
    baseScan,
    reference: referenceCounts(prepared.ruleset, base, golden),
    strictReference: await strictReferenceOf(prepared, baseScan, goldenScan),
    instanceFault: contract.violations[0]?.sentence,
  };
}

async function strictReferenceOf(
  { repository, ruleset, instance, baseTree }: GradableInstance,
  baseScan: TreeScan,
  goldenScan: TreeScan,
): Promise<StrictReference> {
  const golden = await repository.readTree(instance.golden);
  return await openStrictReference({
    repository,
    ruleset,
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
  readonly run: string;
  readonly stop: AbortSignal;
  readonly listener: ProgressListener;
}

/**
 * One instance during one command. It is prepared and measured on first use, and shared by all
 * agents.
 */
export class InstanceSession implements AsyncDisposable {
  readonly entry: CatalogEntry;
  private readonly options: SessionOptions;
  private prepared: Promise<GradableInstance> | undefined;
  private surveyed: Promise<GradingContext> | undefined;

  constructor(entry: CatalogEntry, options: SessionOptions) {
    this.entry = entry;
    this.options = options;
  }

  /** Returns repository, image, rules and baseline. If one is unavailable, every call rejects. */
  context(): Promise<GradingContext> {
    this.surveyed ??= this.survey();
    return this.surveyed;
  }

  private async survey(): Promise<GradingContext> {
    const { workspace, engine, build, limits, unfinished, run, stop, listener } = this.options;
    const onProgress = (message: string): void =>
      notify(listener, { kind: 'preparing', instance: this.entry.instance.id, message });
    const { entry } = this;
    const request = { workspace, entry, build, unfinished, signal: stop };
    this.prepared =
      entry.instance.no_tests === undefined
        ? prepareInstance({ ...request, engine, onProgress })
        : prepareUntested(request);
    const prepared = await this.prepared;
    return await openGradingContext({
      prepared,
      limits: limits.grade,
      run,
      signal: stop,
      onProgress,
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const prepared = await this.prepared?.catch(() => undefined);
    await prepared?.[Symbol.asyncDispose]();
  }
}
