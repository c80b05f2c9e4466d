/**
 * Runs the test suite of an instance, compares named tests, and plants faults.
 *
 * @module @refbench/suites
 */

export { compareTests, passStrict } from './named-tests/compare-tests.ts';
export { stableTests } from './named-tests/stable-tests.ts';
export { candidates, type Candidate } from './planted-faults/candidates.ts';
export {
  chooseFaults,
  fittingFaults,
  narrowestFault,
  type FittingFault,
} from './planted-faults/choose-faults.ts';
export { judgeFaults, type FaultJudgement } from './planted-faults/judge-faults.ts';
export { plantInTree, type Planting } from './planted-faults/plant-in-tree.ts';
export { sourceFunctions, type TreeFunction } from './planted-faults/source-functions.ts';
export {
  faultsByKey,
  fittingValueFaults,
  locateValueFault,
  type VerifiedFault,
} from './planted-faults/value-faults.ts';
export { isSourcePath } from './planted-faults/source-paths.ts';
export { TrialTime } from './planted-faults/trial-time.ts';
export { runTests, type RanTests } from './run/run-tests.ts';
export { packageMounts } from './container/package-mounts.ts';
export { completePackages } from './packages/complete-packages.ts';
export { PackageSource } from './packages/package-source.ts';
export { resolvePackages } from './packages/resolve-packages.ts';
export { restorePackages } from './packages/restore-packages.ts';
