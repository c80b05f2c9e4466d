import fc from 'fast-check';
import { expect } from 'vitest';
import { agreed } from './agreement.ts';
import { countsOf, type ReportParser, type TestCase, type TestOutcome } from './test-report.ts';

/** `passed id`, `failed id`, `skipped id`, in the report's order. */
export function outcomes(tests: readonly TestCase[]): readonly string[] {
  return tests.map(({ id, outcome }) => `${outcome} ${id}`);
}

/** Tests with plain names; what a runner allows in a name differs. */
const someTests: fc.Arbitrary<readonly TestCase[]> = fc.uniqueArray(
  fc.record({
    id: fc.stringMatching(/^[a-z][a-z0-9_]{0,12}$/),
    outcome: fc.constantFrom<TestOutcome>('passed', 'failed', 'skipped'),
  }),
  { selector: ({ id }) => id, minLength: 1, maxLength: 20 },
);

/** What disagrees in a report, without what its runner's end says. */
export function contradictions(parse: ReportParser, text: string): readonly string[] {
  const { problems } = agreed(parse(text), undefined);
  return problems.map(({ kind, detail }) => `${kind}: ${detail}`);
}

/** Whatever tests a suite has, its rendered report gives their counts, and no problem is seen. */
export function expectReadsBack(
  parse: ReportParser,
  render: (tests: readonly TestCase[]) => string,
): void {
  fc.assert(
    fc.property(someTests, (tests) => {
      const report = agreed(parse(render(tests)), undefined);
      expect(countsOf(report.tests)).toEqual(countsOf(tests));
      expect(report.problems).toEqual([]);
    }),
  );
}

/**
 * A report that ends anywhere, and any text at all, give a report: ids stay unique, and where a cut
 * loses a test, something is said or counted as failed.
 */
export function expectSurvivesCuts(parse: ReportParser, sample: string): void {
  const whole = countsOf(parse(sample).tests);
  for (let length = 0; length <= sample.length; length += 1) {
    const { tests, problems } = agreed(parse(sample.slice(0, length)), undefined);
    expect(new Set(tests.map(({ id }) => id)).size).toBe(tests.length);
    const lost = countsOf(tests).total < whole.total;
    expect(lost && problems.length === 0, `cut at ${length}`).toBe(false);
  }
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (noise) => {
      expect(countsOf(parse(noise).tests).passed).toBe(0);
    }),
  );
}
