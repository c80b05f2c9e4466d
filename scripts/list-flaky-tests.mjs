// A reporter of vitest that names each test that failed first and passed on its second try.
// oxlint-disable-next-line import/no-default-export -- vitest loads a reporter by it
export default class ListFlakyTests {
  #flaky = [];

  /** @param {import('vitest/node').TestCase} test */
  onTestCaseResult(test) {
    if (test.diagnostic()?.flaky !== true) return;
    const reasons = test.result().errors ?? [];
    this.#flaky.push({ test, reason: reasons[0]?.message ?? 'no reason is known' });
  }

  onTestRunEnd() {
    if (this.#flaky.length === 0) return;
    process.stdout.write(`flaky tests, which passed on their second try: ${this.#flaky.length}\n`);
    for (const { test, reason } of this.#flaky) {
      const place = `${test.module.relativeModuleId} > ${test.fullName}`;
      process.stdout.write(`  ${place}\n    first: ${reason.split('\n', 1)[0]}\n`);
    }
  }
}
