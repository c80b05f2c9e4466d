// Prints `N passed, N failed, N skipped` from a JSON report of vitest. A file that could not even be
// loaded counts as one failed test, and so does a report that is missing.
import { readFileSync } from 'node:fs';

function count(path) {
  let report;
  try {
    report = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const broken = report.testResults.filter(
    (file) =>
      file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

const { passed, failed, skipped } = count(process.argv[2]);
process.stdout.write(`${passed} passed, ${failed} failed, ${skipped} skipped\n`);
