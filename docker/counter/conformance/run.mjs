// Runs small projects with real test runners, and compares what the counter counts with what each runner
// says itself.
//
//   node run.mjs [--record] [NAME...]
//
// NAME is a runner, e.g. pytest, or one of its versions, e.g. pytest-8. --record also writes the reports
// to recorded/, where unit tests read them without a network. README.md describes the rest.

import { readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { count } from './lib/count.mjs';
import { agrees, expectedOf } from './lib/expected.mjs';
import { runScenario } from './lib/run-scenario.mjs';
import { SCENARIOS } from './lib/scenarios.mjs';
import { installTools } from './lib/tools.mjs';

const here = import.meta.dirname;
const scratch = process.env.REFBENCH_CONFORMANCE ?? join(tmpdir(), 'refbench-conformance');
const args = process.argv.slice(2);
const record = args.includes('--record');
const wanted = args.filter((arg) => !arg.startsWith('--'));

/** Of the console of a run that differs. */
const SHOWN = 2_000;

let [passed, failed, skipped] = [0, 0, 0];
for (const file of readdirSync(join(here, 'runners')).sort()) {
  const { default: runner } = await import(join(here, 'runners', file));
  for (const version of runner.versions) {
    const name = `${runner.name}-${version.label}`;
    if (wanted.length > 0 && !wanted.includes(runner.name) && !wanted.includes(name)) continue;
    runVersion({ ...runner, ...version }, name);
  }
}
process.stdout.write(`${passed} passed, ${failed} failed, ${skipped} skipped\n`);
process.exitCode = failed === 0 ? 0 : 1;

/** A project that does not build agrees as well. */
function isMixed({ passed, failed }) {
  return passed > 0 && failed > 0;
}

function runVersion(runner, name) {
  const tools = join(scratch, name, 'tools');
  const missing = installTools(runner, tools);
  if (missing !== undefined) {
    skipped += 1;
    process.stdout.write(`${name}: left out: ${missing}\n`);
    return;
  }
  const scenarios = {};
  let version = '';
  for (const scenario of ['version', ...Object.keys(SCENARIOS)]) {
    const project =
      scenario === 'version' ? {} : (runner.leftOut?.[scenario] ?? runner.scenarios[scenario]);
    if (project === undefined || typeof project === 'string') {
      if (project === undefined) throw new Error(`${name} says nothing of "${scenario}"`);
      continue;
    }
    const { files = {}, ...own } = project;
    const ran = runScenario({
      files: { ...runner.files, ...files },
      command: scenario === 'version' ? runner.version : (own.command ?? runner.command),
      environment: runner.environment,
      folder: join(scratch, name, scenario),
      tools,
    });
    if (scenario === 'version') {
      version = /\d+(\.\d+)+\S*/.exec(ran.console)?.[0] ?? ran.console.trim();
      continue;
    }
    const summary = runner.summary(ran.console, ran.reports);
    const expected = expectedOf({ summary, status: ran.status });
    const { format, names } = runner;
    const counted = count({ format, names, reports: ran.reports, status: ran.status });
    const good = agrees(expected, counted) && (scenario !== 'outcomes' || isMixed(expected));
    if (good) passed += 1;
    else failed += 1;
    const result = counted.counts === undefined ? 'no verdict' : JSON.stringify(counted.counts);
    process.stdout.write(
      `${good ? 'ok' : 'not ok'} ${name} ${scenario}: status ${ran.status}, ${result}\n`,
    );
    if (!good) {
      const said = `expected ${JSON.stringify(expected)}\n${counted.said}${ran.console.slice(-SHOWN)}`;
      process.stdout.write(said.replace(/^/gm, '  ') + '\n');
    }
    scenarios[scenario] = { status: ran.status, expected, reports: ran.reports };
  }
  if (record) {
    const { format, names } = runner;
    const all = Object.entries({ ...runner.scenarios, ...runner.leftOut });
    const leftOut = Object.fromEntries(all.filter(([, one]) => typeof one === 'string'));
    const recorded = { runner: runner.name, version, format, names, leftOut, scenarios };
    writeFileSync(join(here, 'recorded', `${name}.json`), `${JSON.stringify(recorded, null, 2)}\n`);
  }
}
