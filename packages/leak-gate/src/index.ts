/**
 * Searches container images for traces of the golden commit and for secrets.
 *
 * @module @refbench/leak-gate
 */

export type { CheckImageRequest, SearchedRecipe } from './check-image.ts';
export {
  dependenciesOfGolden,
  recordDependenciesOfGolden,
} from './golden/dependencies-of-golden.ts';
export { ensureLeakReport, LeaksFound, requireClean } from './leak-gate.ts';
export { leakReportSchema, type Finding, type LeakKind, type LeakReport } from './leak-report.ts';
