import type { Baseline, ProvisionalBaseline } from '@refbench/contracts';
import type { ScanCounts, StrictReference } from '@refbench/rule-engine';
import type { PackageSource } from '@refbench/suites';
import type { GradableInstance } from '@refbench/instances';
import type { TreeScan } from '../scan/tree-scan.ts';

/** Everything that grading on an instance needs. */
export interface GradingContext {
  readonly prepared: GradableInstance;
  /** Null if the instance has no tests. */
  readonly baseline: Baseline | null;
  /** Present until the baseline of this host is complete. Scores carry it as a mark. */
  readonly provisional?: ProvisionalBaseline | undefined;
  readonly baseScan: TreeScan;
  /** Reference match counts of graded IFR. */
  readonly reference: ScanCounts;
  /** Reference of the strict figures. */
  readonly strictReference: StrictReference;
  /** Where containers of the instance get packages from. Absent if the instance has no image. */
  readonly packages?: PackageSource | undefined;
  /** Why no attempt on the instance can be scored, if its rules do not hold on base and golden. */
  readonly instanceFault: string | undefined;
}
