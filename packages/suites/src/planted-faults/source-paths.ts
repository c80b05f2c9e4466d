/** Folders with third-party code, build output, and code that no test covers. */
const FOREIGN =
  /(?:^|\/)(?:\.[^/]+|vendor|vendored|third[_-]?party|node_modules|dist|build|out|target|generated|__generated__|__snapshots__|fixtures|examples?|benchmarks?|bench|docs?)\//i;

const TEST =
  /(?:^|\/)(?:tests?|__tests__|__mocks__|specs?|e2e|testing|testdata|testutils?|test[-_]helpers?|androidTest)\/|(?:^|\/)(?:test_[^/]*|conftest|[^/]*(?:[._-]test|[._-]tests|[._-]spec|Tests?|TestCase|[a-z0-9]IT))\.\w+$/;

/** Files with tests, or with code that only tests use. */
export function isTestPath(path: string): boolean {
  return TEST.test(path);
}

/** Files that may contain the project's own code under test, in any language. */
export function isSourcePath(path: string): boolean {
  return !isTestPath(path) && !FOREIGN.test(path) && !/\.min\.\w+$/.test(path);
}
