// Entry point inside a recipe:
//   node count-tests.ts FORMAT STATUS FILE...
import { writeFileSync } from 'node:fs';
import { countReports } from './count-reports.ts';
import { readReport } from './read-report.ts';

process.exitCode = countReports(process.argv.slice(2), {
  read: readReport,
  write: (path, text) => writeFileSync(path, text),
  print: (line) => void process.stdout.write(`${line}\n`),
  warn: (line) => void process.stderr.write(`${line}\n`),
  variable: (name) => process.env[name],
});
