import {
  countsOf,
  type Claim,
  type ReportProblem,
  type TestCase,
  type TestReport,
} from './test-report.ts';

/**
 * Lets the report, the runner's own counts and its exit status agree. What the listed tests do not
 * explain becomes one failed test that is named after its cause, so that no failure is lost:
 *
 * 1. The runner counts more tests or more failures than its report lists. Where both come from the
 *    same lines and nothing failed, every other difference is a contradiction too.
 * 2. The runner says that its run failed, but no test did.
 * 3. The runner ended with a status other than 0, and no failed test explains it.
 *
 * A failed test counts as failed whatever the status is: many runners can be told to end with 0.
 * @param status - How the runner of this report ended; undefined if only the end of the suite is known.
 */
export function agreed(report: TestReport, status: number | undefined): TestReport {
  const causes = contradictions(report, status);
  if (causes.length === 0) return report;
  const known = new Set(report.tests.map(({ id }) => id));
  const tests = causes.map((cause): TestCase => {
    let id = cause;
    for (let number = 2; known.has(id); number += 1) id = `${cause} #${number}`;
    known.add(id);
    return { id, outcome: 'failed' };
  });
  const problems = causes.map((detail): ReportProblem => ({
    kind: 'inconsistent',
    unit: 'report',
    detail,
  }));
  return {
    ...report,
    tests: [...report.tests, ...tests],
    problems: [...report.problems, ...problems],
  };
}

/** A suite without any test is one failed test, because nothing shows that it works. */
export function agreedSuite(suite: TestReport, status: number): TestReport {
  const whole = agreed({ ...suite, claims: [] }, status);
  if (whole.tests.length > 0) return whole;
  const detail = 'no test ran, but the runner ended with status 0';
  return {
    ...whole,
    tests: [{ id: detail, outcome: 'failed' }],
    problems: [...whole.problems, { kind: 'inconsistent', unit: 'suite', detail }],
  };
}

function contradictions(report: TestReport, status: number | undefined): readonly string[] {
  // A suite and the one around it say the same.
  const { failed } = countsOf(report.tests);
  const counted = report.claims.flatMap((claim) => contradiction(claim, failed > 0)).slice(0, 1);
  const meaning = status === undefined ? undefined : report.causes?.get(status);
  if (meaning !== undefined)
    return [...counted, `the runner ended with status ${status}: ${meaning}`];
  if (counted.length > 0 || failed > 0) return counted;
  if (status !== undefined && status !== 0) {
    return [`the runner ended with status ${status}: ${hintOf(report)}`];
  }
  return report.success === false ? [`the runner says that it failed: ${hintOf(report)}`] : [];
}

function contradiction(
  { unit, claimed, listed, exact }: Claim,
  hasFailed: boolean,
): readonly string[] {
  for (const kind of ['failed', 'passed', 'total'] as const) {
    const [own, here] = [claimed[kind], listed[kind]];
    if (own === undefined || own === here) continue;
    // Runners differ in what they call passed, and what they skip.
    const isLost = kind !== 'passed' && own > here;
    if (isLost || (exact && !hasFailed)) {
      const what = kind === 'total' ? '' : ` ${kind}`;
      return [`${unit}: the runner counts ${own}${what}, its report lists ${here}`];
    }
  }
  return [];
}

function hintOf({ tests }: TestReport): string {
  return tests.length === 0 ? 'no test ran' : 'an error outside of tests, as no listed test failed';
}
