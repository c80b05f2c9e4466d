import { reportBuilder, type TestOutcome, type TestReport } from './test-report.ts';

interface Point {
  readonly depth: number;
  readonly name: string;
  readonly outcome: TestOutcome;
}

const POINT = /^( *)(not ok|ok)\b(?:\s+(\d+))?\s*(.*)$/;
const PLAN = /^( *)1\.\.(\d+)\s*(#.*)?$/;

/**
 * TAP 12 to 14: node:test, ava, node-tap, and what C suites print. Subtests are indented by four
 * columns and come before their parent's line; only leaves count, and a parent only where it failed
 * and none of its subtests did.
 */
export function parseTap(text: string): TestReport {
  return parseTapLines(text, false);
}

/** `titledByComments`: a comment begins a test, and its assertions follow it. */
export function parseTapLines(text: string, titledByComments: boolean): TestReport {
  const report = reportBuilder();
  const points: Point[] = [];
  const titles: string[] = [];
  let planned: number | undefined;
  let bailed: string | undefined;
  let yaml: string | undefined;
  let test = '';
  for (const line of text.split('\n')) {
    const bare = line.replace(/\r$/, '');
    if (yaml !== undefined) {
      // A diagnostic block may hold anything, also lines that look like points.
      if (bare === `${yaml}...`) yaml = undefined;
      continue;
    }
    const block = /^( *)---\s*$/.exec(bare);
    if (block !== null) {
      yaml = block[1] || '';
      continue;
    }
    const subtest = /^( *)# Subtest: (.*)$/.exec(bare);
    if (subtest !== null) titles[depthOf(subtest[1] || '')] = (subtest[2] || '').trim();
    else if (titledByComments) test = /^# (?!skip\b)(.*)$/i.exec(bare)?.[1] ?? test;
    const plan = PLAN.exec(bare);
    if (plan !== null && plan[1] === '') planned = Number(plan[2]);
    const bail = /^Bail out!\s*(.*)$/.exec(bare);
    if (bail !== null) bailed = bail[1] || 'without a reason';
    const match = POINT.exec(bare);
    if (match !== null) points.push(pointOf(match, titles, test));
  }
  addLeaves(report, points);
  const top = points.filter(({ depth }) => depth === 0).length;
  if (bailed !== undefined) report.problem('crashed', 'suite', `it bailed out: ${bailed}`);
  else if (planned === undefined) report.problem('truncated', 'report', 'there is no plan');
  else if (planned !== top) {
    const missing = `${planned} points are planned, ${top} are there`;
    report.problem(top < planned ? 'truncated' : 'inconsistent', 'report', missing);
  }
  return report.build();
}

function depthOf(indent: string): number {
  return Math.floor(indent.length / 4);
}

function pointOf(match: RegExpExecArray, titles: readonly string[], test: string): Point {
  const [, indent = '', word, number = '', rest = ''] = match;
  const depth = depthOf(indent);
  const directive = /(?:^|\s)#\s*(skip|todo)\b/i.exec(rest);
  const described = (directive === null ? rest : rest.slice(0, directive.index))
    .replace(/\s+#\s*time=.*$/, '')
    .replace(/\s*\{\s*$/, '')
    .replace(/^-\s*/, '')
    .trim();
  const own = described || `test ${number}`;
  const outcome = directive !== null ? 'skipped' : word === 'ok' ? 'passed' : 'failed';
  const above = test === '' ? titles.slice(0, depth) : [test, ...titles.slice(0, depth)];
  return { depth, name: [...above, own].join(' > '), outcome };
}

function addLeaves(report: ReturnType<typeof reportBuilder>, points: readonly Point[]): void {
  /** Of each depth: whether subtests came since the last point above, and whether one failed. */
  const below: { any: boolean; failed: boolean }[] = [];
  const at = (depth: number): { any: boolean; failed: boolean } => {
    const state = below[depth] || { any: false, failed: false };
    below[depth] = state;
    return state;
  };
  for (const { depth, name, outcome } of points) {
    const children = at(depth);
    const silent = outcome === 'failed' && !children.failed;
    if (!children.any || silent) report.add(name, outcome);
    if (depth > 0) {
      const parent = at(depth - 1);
      parent.any = true;
      if (outcome === 'failed') parent.failed = true;
    }
    below.splice(depth);
  }
}
