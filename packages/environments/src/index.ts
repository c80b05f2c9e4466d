/**
 * Builds, checks, repairs and calibrates the environment of an instance, and measures its coverage.
 *
 * @module @refbench/environments
 */

export {
  buildEnvironment,
  draftRecipe,
  tryRecipe,
  type BuildEnvironmentOptions,
  type EnvironmentBuild,
} from './build/build-environment.ts';
export { Experience } from './build/experience.ts';
export { recordDependencies } from './build/record-dependencies.ts';
export { excludeFlakyTests, excludeVaryingTests } from './calibration/exclude-flaky-tests.ts';
export { calibrate, ensureBaseline, type CalibrateOptions } from './calibration/calibrate.ts';
export {
  openBaseline,
  type CompletedBaseline,
  type OpenBaselineOptions,
  type OpenedBaseline,
} from './calibration/open-baseline.ts';
export { allOf } from './check/all-of.ts';
export { twoCoresAreFree } from './check/free-cores.ts';
export {
  checkEnvironment,
  type CheckOptions,
  type SuiteTurn,
  type EnvironmentCheck,
} from './check/check-environment.ts';
export {
  drawOf,
  hostDraw,
  newSeed,
  seedPath,
  storedSeed,
  type HostDraw,
  type PrivateDraw,
} from './faults/private-draw.ts';
export { provideFaults } from './faults/provide-faults.ts';
export { verifiedValueFaults, type ValueFaultsResult } from './faults/verify-value-faults.ts';
export { measureCoverage, type CoverageResult } from './suite-coverage/measure-coverage.ts';
