// Prints one row per JSON report of vitest: duration and counts, and the names of failed tests.
import { readFileSync } from 'node:fs';
import { basename, relative } from 'node:path';

const paths = process.argv.slice(2);
process.stdout.write('time  seconds  passed  failed  skipped\n');
for (const path of paths.toSorted((one, other) => numberOf(one) - numberOf(other))) {
  const report = read(path);
  if (report === undefined) {
    process.stdout.write(`${basename(path, '.json').padStart(4)}  no report\n`);
    continue;
  }
  const ends = report.testResults.map(({ endTime }) => endTime);
  const seconds = Math.round((Math.max(...ends) - report.startTime) / 1000);
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = report;
  const row = [
    basename(path, '.json').padStart(4),
    String(seconds).padStart(7),
    String(numPassedTests).padStart(6),
    String(numFailedTests).padStart(6),
    String(numPendingTests + numTodoTests).padStart(7),
  ];
  process.stdout.write(`${row.join('  ')}\n`);
  for (const line of failures(report)) process.stdout.write(`      failed: ${line}\n`);
}

function numberOf(path) {
  return Number(basename(path, '.json'));
}

function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** A file that could not be loaded has no tests of its own. */
function failures(report) {
  return report.testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative('.', name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && failed.length === 0) return [file];
    return failed.map(({ fullName }) => `${file} > ${fullName}`);
  });
}
