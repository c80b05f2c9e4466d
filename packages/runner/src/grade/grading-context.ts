import type { Baseline } from '@refbench/contracts';
import type { ScanCounts, StrictReference } from '@refbench/rule-engine';
import type { PreparedInstance } from '../instance/prepared-instance.ts';
import type { TreeScan } from './tree-scan.ts';

/** What grading on an instance needs beside the instance itself. */
export interface GradingContext {
  readonly prepared: PreparedInstance;
  readonly baseline: Baseline;
  readonly baseScan: TreeScan;
  /** Matches that graded IFR compares a patch with. */
  readonly reference: ScanCounts;
  /** What strict figures compare a patch with. */
  readonly strictReference: StrictReference;
  /** Why no attempt on it can be scored: its rules do not hold on base and golden. */
  readonly instanceFault: string | undefined;
}
