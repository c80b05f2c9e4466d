/**
 * Instances of a benchmark: the catalog, selection, preparation, and the files beside them.
 *
 * @module @refbench/instances
 */

export {
  readAdmission,
  writeAdmission,
  type AdmissionEvidence,
  type AdmissionState,
  type GateEvidence,
} from './admission/admission-file.ts';
export { partDigests } from './admission/part-digests.ts';
export { vouchedBaseline, type VouchedBaseline } from './admission/vouched-baseline.ts';
export {
  addInstance,
  UNKNOWN,
  type AddedInstance,
  type AddInstanceOptions,
} from './add-instance.ts';
export {
  admissionRuns,
  BASELINE_RUNS,
  EARLY_RUNS,
  LONG_SUITE_MS,
  baselineDigest,
  baselineFault,
  baselinePath,
  readBaseline,
  writeBaseline,
} from './baseline/baseline-store.ts';
export type {
  Calibration,
  FlakyTest,
  SuiteRuns,
  SuiteState,
  SuiteWarning,
} from './baseline/calibration.ts';
export { newestBaseline } from './baseline/newest-baseline.ts';
export {
  driftFrom,
  METADATA_FILE,
  publishBaseline,
  publishedCountsOf,
  publishedFrom,
  readPublishedCounts,
} from './baseline/published-counts.ts';
export { MAX_TEST_IDS_BYTES, parseTestIds, type TestOutcomes } from './baseline/test-ids.ts';
export { canaryFiles, datasetOf, hasCanary, markInstance } from './canary/mark-instance.ts';
export { exportInstance } from './export-instance.ts';
export { readCoverage, writeCoverage } from './files/coverage-file.ts';
export { faultsDigest, writeFaults } from './files/faults-file.ts';
export {
  listInstanceIds,
  matchesPattern,
  readTask,
  type CatalogEntry,
} from './instance-catalog.ts';
export {
  openInstanceRepository,
  prepareEnvironment,
  prepareInstance,
  prepareRules,
  prepareUntested,
  timeOfGolden,
  type PrepareOptions,
} from './prepare-instance.ts';
export type {
  GradableInstance,
  PreparedEnvironment,
  PreparedInstance,
} from './prepared-instance.ts';
export { instanceDetails } from './selection/instance-details.ts';
export { listInstances } from './selection/list-instances.ts';
export {
  LANGUAGES,
  filterEntries,
  selectEntries,
  selectInstances,
  selectOne,
  type Selection,
} from './selection/select-entries.ts';
