/**
 * Searches container images for traces of the golden commit and for secrets.
 *
 * @module @refbench/leak-gate
 */

export { openArchiveGate, type ArchiveGate, type SearchedArchive } from './archive-gate.ts';
export type { CheckImageRequest } from './check-image.ts';
export {
  fileOf,
  leakReportSchema,
  leaksOf,
  type Finding,
  type LeakKind,
  type LeakReport,
} from './findings/leak-report.ts';
export {
  dependenciesOfGolden,
  recordDependenciesOfGolden,
} from './golden/dependencies-of-golden.ts';
export { leakedPaths } from './leaked-paths.ts';
export { LeaksFound, ensureLeakReport, requireClean } from './leak-gate.ts';
export type { OwnPackageVerdict } from './golden/own-packages.ts';
export type { Ecosystem, PackageIdentity } from './packages/package-identity.ts';
export { pythonName } from './packages/package-metadata.ts';
export { compareVersions } from './golden/version-order.ts';
export { commitTime } from './image/git-directory.ts';
export { declaredDependencies } from './golden/declared-dependencies.ts';
