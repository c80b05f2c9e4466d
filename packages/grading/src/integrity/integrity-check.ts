import type { Baseline, IntegrityFinding, TestsRecord } from '@refbench/contracts';
import type { Tree } from '@refbench/repos';
import type { StrictMeasurement, StrictReference } from '@refbench/rule-engine';
import type { GradableInstance } from '@refbench/instances';
import type { TreeScan } from '../scan/tree-scan.ts';

/** One graded patch, as input of the integrity checks. */
export interface IntegritySubject {
  readonly prepared: GradableInstance;
  /** Null if the instance has no tests. */
  readonly baseline: Baseline | null;
  /** Matches of the rules on base and on the patched tree. */
  readonly baseScan: TreeScan;
  readonly scan: TreeScan;
  /** Base and golden, and how the patched tree differs from them, by file. */
  readonly strictReference: StrictReference;
  readonly strict: StrictMeasurement;
  readonly agent: string;
  /** All files of the patched tree. */
  readonly patched: Tree;
  /** The change as git prints it. */
  readonly canonical: Buffer;
  /** Result of the suite on the patched tree. Null if the instance has no tests. */
  readonly tests: TestsRecord | null;
}

/**
 * A check that reads trees and results, and runs no container. It returns its findings, and an
 * empty list for an honest patch. An error that it throws is a bug.
 */
export type StaticCheck = (subject: IntegritySubject) => Promise<readonly IntegrityFinding[]>;
