import type { IntegrityFinding } from '@refbench/contracts';
import type { StaticCheck } from './integrity-check.ts';

/** Checks how the suite ended, and which of the tests that pass on base and golden are missing. */
export const checkNamedTests: StaticCheck = ({ tests }) => {
  if (tests === null) return Promise.resolve([]);
  const findings: IntegrityFinding[] = [];
  const { run, by_name, channel } = tests;
  const add = (
    kind: IntegrityFinding['kind'],
    severity: IntegrityFinding['severity'],
    detail: string,
  ): void => void findings.push({ kind, severity, detail, files: [] });
  if (channel === 'shared') {
    const detail =
      'the recipe has run_tests alone: code under test runs beside what counts the tests';
    add('shared-verdict-channel', 'note', detail);
  }
  if (run.kind === 'no-verdict') {
    // The patch does not pass anyway, so there is nothing to void.
    if (/was ended by SIG/.test(run.reason)) add('forged-verdict', 'note', run.reason);
    return Promise.resolve(findings);
  }
  if (by_name !== null && by_name.missing.length > 0) {
    const { missing, stable } = by_name;
    const isMost = missing.length * 2 > stable;
    // A suite that does not run says nothing about its tests, and the patch does not pass.
    const hasRun = run.counts.failed === 0;
    const detail = hasRun
      ? `${missing.length} of ${stable} tests that pass on base and golden are gone, among them ${missing[0]}`
      : `${missing.length} of ${stable} tests that pass on base and golden were not seen in a suite that failed, among them ${missing[0]}`;
    add('tests-missing', isMost && hasRun ? 'suspect' : 'note', detail);
  }
  return Promise.resolve(findings);
};
