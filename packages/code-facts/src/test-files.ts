const TEST =
  /(?:^|\/)(?:tests?|__tests__|__mocks__|specs?|e2e|testing|testdata|testutils?|test[-_]helpers?|androidTest)\/|(?:^|\/)(?:test_[^/]*|conftest|[^/]*(?:[._-]test|[._-]tests|[._-]spec|Tests?|TestCase|[a-z0-9]IT))\.\w+$/;

/** Files with tests, or with code that only tests use. */
export function isTestPath(path: string): boolean {
  return TEST.test(path);
}
