// Writes docs/test-runners.md from the records. With --check, only says whether it is current.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SCENARIOS } from './lib/scenarios.mjs';

const here = import.meta.dirname;
const page = join(here, '../../../docs/test-runners.md');

const scenarios = Object.keys(SCENARIOS);
const records = readdirSync(join(here, 'recorded'))
  .sort(new Intl.Collator('en', { numeric: true }).compare)
  .map((file) => JSON.parse(readFileSync(join(here, 'recorded', file), 'utf8')));
const runners = new Set(records.map(({ runner }) => runner));

const HEAD = `# Test runners

The [counter](../docker/counter/README.md) is compared with real test runners on small projects. The number of tests that a runner prints for people is the expectation, and the report that it writes for programs is what the counter reads. This page is generated from the records in \`docker/counter/conformance/recorded\`; \`scripts/test --conformance\` runs all projects again.

${runners.size} runners in ${records.length} versions or forms of report. In each cell: ✓ the counts are equal, which a test checks on the recorded reports; – left out for a reason below.

`;

function cell({ scenarios: runs, leftOut }, scenario) {
  if (runs[scenario] !== undefined) return '✓';
  return leftOut[scenario] === undefined ? '' : '–';
}

function table() {
  const rows = records.map((record) => [
    record.runner,
    record.version,
    record.format,
    ...scenarios.map((scenario) => cell(record, scenario)),
  ]);
  return [
    ['runner', 'version', 'format', ...scenarios],
    scenarios.concat('', '', '').map(() => '---'),
    ...rows,
  ]
    .map((row) => `| ${row.join(' | ')} |\n`)
    .join('');
}

function explained() {
  const reasons = new Map();
  for (const { runner, version, leftOut } of records) {
    for (const [scenario, reason] of Object.entries(leftOut)) {
      const key = `- ${runner}, ${scenario}: ${reason}.`;
      reasons.set(key, [...(reasons.get(key) ?? []), version]);
    }
  }
  return [...reasons.keys()].map((line) => `${line}\n`).join('');
}

const lines = Object.entries(SCENARIOS).map(([name, text]) => `- **${name}**: ${text}.\n`);
const text = `${HEAD}${table()}\n## Scenarios\n\n${lines.join('')}\n## Left out\n\n${explained()}`;

if (process.argv.includes('--check')) {
  if (readFileSync(page, 'utf8') !== text) {
    process.stderr.write(
      'docs/test-runners.md is not current: run docker/counter/conformance/table.mjs\n',
    );
    process.exitCode = 1;
  }
} else writeFileSync(page, text);
