// Prints the test files that took longest, in seconds, from a JSON report of vitest.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

const COUNT = 40;

const { testResults } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const seconds = ({ startTime, endTime }) => Math.round((endTime - startTime) / 1000);
const files = testResults.toSorted((left, right) => seconds(right) - seconds(left));
process.stdout.write('slowest test files, in seconds\n');
for (const file of files.slice(0, COUNT)) {
  process.stdout.write(`${String(seconds(file)).padStart(5)}  ${relative('.', file.name)}\n`);
}
