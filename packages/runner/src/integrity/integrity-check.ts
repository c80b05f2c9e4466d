import type { Baseline, IntegrityFinding, TestsRecord } from '@refbench/contracts';
import type { Tree } from '@refbench/repos';
import type { StrictMeasurement, StrictReference } from '@refbench/rule-engine';
import type { PreparedInstance } from '../instance/prepared-instance.ts';
import type { TreeScan } from '../grade/tree-scan.ts';

/** One graded patch, as integrity checks see it. */
export interface IntegritySubject {
  readonly prepared: PreparedInstance;
  readonly baseline: Baseline;
  /** The rules' matches on base and on the patched tree. */
  readonly baseScan: TreeScan;
  readonly scan: TreeScan;
  /** Base and golden, and how the patched tree compares with them file by file. */
  readonly strictReference: StrictReference;
  readonly strict: StrictMeasurement;
  readonly agent: string;
  /** Every file of the tree that the patch makes of base. */
  readonly patched: Tree;
  /** The change as git writes it. */
  readonly canonical: Buffer;
  /** How the suite ended on the patched tree. */
  readonly tests: TestsRecord;
}

/**
 * A check that reads trees and results and runs nothing in a container. It returns what it found, and
 * an empty list for an honest patch. An error that it throws is a bug.
 */
export type StaticCheck = (subject: IntegritySubject) => Promise<readonly IntegrityFinding[]>;
