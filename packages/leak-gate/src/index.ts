/**
 * Searches container images for traces of the golden commit and for secrets.
 *
 * @module @refbench/leak-gate
 */

export type { CheckImageRequest } from './check-image.ts';
export {
  leakReportSchema,
  type Finding,
  type LeakKind,
  type LeakReport,
} from './findings/leak-report.ts';
export {
  dependenciesOfGolden,
  recordDependenciesOfGolden,
} from './golden/dependencies-of-golden.ts';
export { LeaksFound, ensureLeakReport, requireClean } from './leak-gate.ts';
