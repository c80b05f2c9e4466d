import { withoutNoise } from './tap-noise.ts';
import { readTap, type TapPoint } from './tap-reading.ts';
import { countsOf, reportBuilder, type ReportBuilder, type TestReport } from './test-report.ts';

/**
 * TAP 12 to 14: node:test, ava, node-tap, and what C suites print. Only leaves count, and a parent only
 * where it failed and none of its subtests did.
 */
export function parseTap(text: string): TestReport {
  return parseTapLines(text, false);
}

/** `titledByComments`: a comment begins a test, and its assertions follow it. */
export function parseTapLines(text: string, titledByComments: boolean): TestReport {
  const report = reportBuilder();
  const { points, planned, bailed, comments } = withoutNoise(readTap(text, titledByComments));
  addLeaves(report, points);
  const listed = points.filter(({ depth }) => depth === 0).length;
  const hasFailed = points.some(({ outcome }) => outcome === 'failed');
  // Some say why a test failed in this way, and go on.
  if (bailed !== undefined && !(hasFailed && planned === listed)) {
    report.problem('crashed', 'suite', `it bailed out: ${bailed}`);
  } else if (planned === undefined) report.problem('truncated', 'report', 'there is no plan');
  else if (planned > listed) {
    const detail = `${planned} points are planned, ${listed} are there`;
    report.problem('truncated', 'report', detail);
  } else {
    report.claim(
      'plan',
      { total: planned },
      { listed: { ...countsOf([]), total: listed }, exact: true },
    );
  }
  // Some count only leaves, some parents too. That something failed is what all mean.
  if (comments.some((comment) => /^(fail|cancelled)\s+[1-9]\d*$/.test(comment))) {
    report.claim('summary', { failed: 1 });
  }
  return report.build();
}

function addLeaves(report: ReportBuilder, points: readonly TapPoint[]): void {
  /** Of each depth: whether subtests came since the last point above, and whether one failed. */
  const below: { any: boolean; failed: boolean }[] = [];
  const at = (depth: number): { any: boolean; failed: boolean } => {
    const state = below[depth] || { any: false, failed: false };
    below[depth] = state;
    return state;
  };
  for (const { depth, titles, outcome } of points) {
    const children = at(depth);
    const silent = outcome === 'failed' && !children.failed;
    if (!children.any || silent) report.add(titles.join(' > '), outcome);
    // Where a process ends too early, the points of subtests in between are missing.
    for (let above = 0; above < depth; above += 1) {
      const parent = at(above);
      parent.any = true;
      parent.failed ||= outcome === 'failed';
    }
    below.splice(depth);
  }
}
