import { firstLine, isObject, objectsOf, readJson, textOf, type JsonObject } from './json-text.ts';
import {
  reportBuilder,
  type ReportBuilder,
  type TestOutcome,
  type TestReport,
} from './test-report.ts';

/**
 * The JSON of `jest --json` and of vitest's `json` reporter, which share their shape. A file that did
 * not load has no assertions, only a message: it is a crashed unit.
 */
export function parseJestJson(text: string): TestReport {
  const report = reportBuilder();
  const root = readJson(text);
  if (!isObject(root) || !Array.isArray(root['testResults'])) {
    report.problem('truncated', 'report', 'it is no complete report of jest or vitest');
    return report.build();
  }
  for (const file of objectsOf(root, 'testResults')) addFile(report, file);
  claimCounts(report, root);
  return report.build();
}

/** Runners differ in what they count as passed. A file that did not load has no test. */
function claimCounts(report: ReportBuilder, root: JsonObject): void {
  const { numTotalTests: total, numFailedTests: failed, success } = root;
  const claimed = {
    ...(typeof total === 'number' && { total }),
    ...(typeof failed === 'number' && { failed }),
  };
  report.claim('report', claimed);
  if (typeof success === 'boolean') report.verdict({ success });
}

function addFile(report: ReportBuilder, file: JsonObject): void {
  const name = inTree(textOf(file, 'name'));
  const cases = objectsOf(file, 'assertionResults');
  for (const test of cases) {
    const title = textOf(test, 'fullName') || textOf(test, 'title');
    report.add(`${name} > ${title.trim()}`, outcomeOf(textOf(test, 'status')));
  }
  const nothingFailed = cases.every((test) => textOf(test, 'status') !== 'failed');
  if (textOf(file, 'status') === 'failed' && nothingFailed) {
    report.problem('crashed', name, firstLine(textOf(file, 'message')) || 'the file did not run');
  }
}

function outcomeOf(status: string): TestOutcome {
  if (status === 'passed' || status === 'focused') return 'passed';
  return status === 'failed' ? 'failed' : 'skipped'; // pending, skipped, disabled, todo
}

/** Ids must not depend on where the tree lies. */
function inTree(path: string): string {
  return path.replace(/^\/testbed\//, '');
}
