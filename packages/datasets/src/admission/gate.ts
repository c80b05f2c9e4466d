import type { ImageOptions } from '@refbench/env-builder';
import type { CatalogEntry } from '@refbench/instances';
import type { Workspace } from '@refbench/workspace';
import type { SuiteTurn } from '@refbench/environments';
import type { Engine } from '@refbench/sandbox';

/** Result of one condition for admitting an instance. */
export interface GateResult {
  /** Null if nothing was measured. Such a gate refuses nothing, and proves nothing. */
  readonly passed: boolean | null;
  /** All reasons for rejection. */
  readonly problems: readonly string[];
  /** What was measured, for the reader. */
  readonly notes: readonly string[];
  /** Tests that passed in all runs of the baseline, and not in this one. */
  readonly varying?: VaryingTests | undefined;
}

export interface VaryingTests {
  readonly names: readonly string[];
  /** The number of tests of the suite. */
  readonly total: number;
}

/** What every gate may read. */
export interface GateContext {
  readonly workspace: Workspace;
  readonly entry: CatalogEntry;
  readonly signal: AbortSignal;
  readonly onProgress: (message: string) => void;
}

/** What gates need that run the suite. */
export interface SuiteContext extends GateContext {
  readonly engine: Engine;
  readonly build: ImageOptions;
  readonly run: string;
  /** Waits until suites may run, where several candidates are worked on. */
  readonly turn?: SuiteTurn | undefined;
  /** Whether measurements are written to the folder of the instance. */
  readonly record: boolean;
}

export function passedGate(...notes: readonly string[]): GateResult {
  return { passed: true, problems: [], notes };
}

/** A gate without a measurement. */
export function unmeasuredGate(why: string): GateResult {
  return { passed: null, problems: [], notes: [`not measured: ${why}`] };
}

/** Refuses if there are problems. */
export function gateOf(problems: readonly string[], notes: readonly string[] = []): GateResult {
  return { passed: problems.length === 0, problems, notes };
}
