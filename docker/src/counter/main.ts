// Entry point of the bundle: `node counter.mjs SUITE`, where SUITE is the file `suite.json` of a recipe.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { countReports, type Suite } from './count-reports.ts';
import { readReport } from './read-report.ts';

const suite = JSON.parse(readFileSync(process.argv[2] || 'suite.json', 'utf8')) as Suite;
process.chdir(process.env['REFBENCH_REPORTS'] || '.');
process.exitCode = countReports(
  suite,
  { status: process.env['REFBENCH_STATUS'] || '', ids: process.env['REFBENCH_TEST_IDS'] },
  {
    read: readReport,
    names: () => readdirSync('.'),
    write: (path, text) => writeFileSync(path, text),
    print: (line) => void process.stdout.write(`${line}\n`),
    warn: (line) => void process.stderr.write(`${line}\n`),
  },
);
