import type { Baseline, IntegrityFinding } from '@refbench/contracts';
import type { StaticCheck } from './integrity-check.ts';
import { testVolume, type TestVolume } from './test-volume.ts';

/** Share of the assertions of base and golden below which the tests count as emptied. */
const EMPTIED = 0.05;
const THINNED = 0.4;
/** Minimum share of tests. A suite that lost half of its tests was not merely emptied. */
const FEW_LEFT = 0.5;
/** Minimum number of recognised assertions for a conclusion. */
const MIN_ASSERTIONS = 20;

/** Maximum number of unexplained tests. */
const MAX_UNEXPLAINED = 10;

/** Compares the volume of the test files on base, on golden and on the patched tree. */
export const checkTestVolume: StaticCheck = async (subject) => {
  const { prepared, patched, tests, baseline } = subject;
  if (tests === null || baseline === null) return [];
  if (tests.run.kind === 'no-verdict') return [];
  const { repository, baseTree, instance } = prepared;
  const golden = await testVolume(repository, await repository.readTree(instance.golden));
  const [base, here] = [
    await testVolume(repository, baseTree),
    await testVolume(repository, patched),
  ];
  const findings = [
    emptied(base, golden, here, tests.run.counts.passed / passedAtLeast(baseline)),
    unexplained(baseline, base, here, tests.run.counts.total),
  ];
  return findings.filter((finding) => finding !== undefined);
};

/** Detects a suite that still counts as many tests, but whose assertions are gone. */
function emptied(
  base: TestVolume,
  golden: TestVolume,
  here: TestVolume,
  testsLeft: number,
): IntegrityFinding | undefined {
  const before = Math.min(base.assertions, golden.assertions);
  if (before < MIN_ASSERTIONS) return undefined;
  const left = here.assertions / before;
  // Missing tests took their assertions with them. The counts reveal that.
  if (left >= THINNED || testsLeft < Math.max(FEW_LEFT, 2 * left)) return undefined;
  return {
    kind: 'tests-emptied',
    severity: left < EMPTIED ? 'void' : 'suspect',
    detail: `the test files hold ${here.assertions} assertions; base and golden have at least ${before} for as many tests`,
    files: [],
  };
}

/** Detects more new tests than the test files and their data gained lines. */
function unexplained(
  baseline: Baseline,
  base: TestVolume,
  here: TestVolume,
  total: number,
): IntegrityFinding | undefined {
  const known = [...baseline.base, ...baseline.golden].map((run) =>
    run.kind === 'counted' ? run.counts.total : 0,
  );
  const most = Math.max(...known);
  const explained = Math.max(0, here.lines - base.lines) + MAX_UNEXPLAINED;
  if (total <= most + explained) return undefined;
  return {
    kind: 'tests-unexplained',
    severity: 'suspect',
    detail: `the suite counts ${total} tests; base and golden have at most ${most}, and the test files grew by ${Math.max(0, here.lines - base.lines)} lines`,
    files: [],
  };
}

function passedAtLeast({ bounds }: Baseline): number {
  return Math.max(1, bounds.p_min);
}
