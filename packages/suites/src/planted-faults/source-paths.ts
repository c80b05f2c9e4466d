import { isTestPath, withoutPackages } from '@refbench/code-facts';

/** Folders with third-party code, build output, and code that no test covers. */
const FOREIGN =
  /(?:^|\/)(?:\.[^/]+|vendor|vendored|third[_-]?party|node_modules|dist|build|out|target|generated|__generated__|__snapshots__|fixtures|examples?|benchmarks?|bench|docs?)\//i;

/** Files that may contain the project's own code under test, in any language. */
export function isSourcePath(path: string): boolean {
  return !isTestPath(path) && !FOREIGN.test(withoutPackages(path)) && !/\.min\.\w+$/.test(path);
}
