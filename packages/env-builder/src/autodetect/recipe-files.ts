import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ReportFormat } from '../test-reports/formats.ts';
import type { RecipeFile } from './recipe-draft.ts';

/** What differs between recipes; everything else of the scripts is the same. */
export interface RecipeParts {
  /** Packages of the distribution. */
  readonly systemPackages: readonly string[];
  /** Further lines of install_system.sh, as root with network. */
  readonly install?: string;
  /** setup_shell.sh without its heading: offline unless REFBENCH_WARM is 1. */
  readonly shell: string;
  readonly suite: {
    /** Ends the sentence "Prints the counts of ...". */
    readonly title: string;
    readonly format: ReportFormat;
    /**
     * Runs the suite and leaves its reports in `$reports`; its last command gives the status. Whatever it
     * leaves elsewhere is gone when they are counted.
     */
    readonly run: string;
    /** Shell words for the reports: files in `$reports`, or `@list` with names relative to `$reports`. */
    readonly reports: string;
  };
  /** Programs that the scripts call, by the names of `recipes/`. */
  readonly programs?: readonly string[];
}

/** Every base image has it, whatever Node the image is for. */
const REPORTER_NODE = '/usr/local/lib/refbench/bin/node';

const PROGRAMS = fileURLToPath(new URL('../../recipes/', import.meta.url));
/** Sources as they are: that Node takes the types away by itself. From `dist` they are the same. */
const REPORTS = fileURLToPath(new URL('../../src/test-reports/', import.meta.url));

/** The files of `environment/`: the scripts, the parsers of reports, and programs they call. */
export async function recipeFiles(parts: RecipeParts): Promise<ReadonlyMap<string, RecipeFile>> {
  const files = new Map<string, RecipeFile>();
  const put = (name: string, text: string, executable = false): void =>
    void files.set(name, { text, executable });
  put('install_system.sh', installSystem(parts), true);
  put('setup_system.sh', SETUP_SYSTEM, true);
  put('setup_shell.sh', `${SHELL_HEADING}${parts.shell.trimEnd()}\n`);
  put('test_command', testCommand(parts), true);
  put('count_tests', countTests(parts), true);
  put('run_tests', RUN_TESTS, true);
  for (const name of parts.programs ?? []) put(name, await readFile(join(PROGRAMS, name), 'utf8'));
  for (const [name, text] of await reportPrograms()) put(`reports/${name}`, text);
  return files;
}

function installSystem({ systemPackages, install }: RecipeParts): string {
  const lines = ['#!/bin/bash', '# Runs as root with network while the image is built.'];
  if (systemPackages.length > 0 || install !== undefined) lines.push('set -euo pipefail');
  else lines.push('# The base image has all that the suite needs: there is nothing to install.');
  if (systemPackages.length > 0) {
    lines.push(
      'apt-get -qq update',
      `apt-get -qq install --yes --no-install-recommends ${systemPackages.join(' ')}`,
    );
  }
  if (install !== undefined) lines.push(install.trimEnd());
  return `${lines.join('\n')}\n`;
}

const SETUP_SYSTEM = `#!/bin/bash
# Runs as root, offline, before the tests: there is no service to start.
`;

const SHELL_HEADING = `# shellcheck shell=bash
# Sourced in the tree by bash, without root. With REFBENCH_WARM=1 the network may be used and caches
# fill; otherwise everything comes from them.

`;

function testCommand({ suite }: RecipeParts): string {
  return `#!/bin/bash
# Runs ${suite.title} of the tree in the working directory and leaves reports in $REFBENCH_REPORTS.
set -uo pipefail

reports=$REFBENCH_REPORTS

run_suite() {
${indent(suite.run.trim())}
}

run_suite </dev/null
`;
}

function countTests({ suite }: RecipeParts): string {
  return `#!/bin/bash
# Prints the counts of the reports in $REFBENCH_REPORTS as one JSON line. No code under test runs any more
# at this time. $REFBENCH_STATUS is the status of test_command.
scripts=$(cd -- "$(dirname -- "\${BASH_SOURCE[0]}")" && pwd) || exit 1
reports=$REFBENCH_REPORTS
cd -- "$reports" || exit 1

${REPORTER_NODE} --disable-warning=ExperimentalWarning "$scripts/reports/count-tests.ts" ${suite.format} "$REFBENCH_STATUS" ${suite.reports}
`;
}

const RUN_TESTS = `#!/bin/bash
# Runs test_command and count_tests behind each other, for whoever wants the counts at once. All other
# output goes to standard error. Ends with 0 when the tests could be counted, whether they passed or not.
set -uo pipefail

scripts=$(cd -- "$(dirname -- "\${BASH_SOURCE[0]}")" && pwd) || exit 1
REFBENCH_REPORTS=$(mktemp -d) || exit 1
trap 'rm -rf -- "$REFBENCH_REPORTS"' EXIT
export REFBENCH_REPORTS
"$scripts/test_command" >&2
export REFBENCH_STATUS=$?
"$scripts/count_tests"
`;

function indent(text: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? line : `  ${line}`))
    .join('\n');
}

let programs: Promise<ReadonlyMap<string, string>> | undefined;

/** The parsers as a recipe holds them. */
function reportPrograms(): Promise<ReadonlyMap<string, string>> {
  programs ??= readReportPrograms();
  return programs;
}

async function readReportPrograms(): Promise<ReadonlyMap<string, string>> {
  // Neither tests nor what helps them: their names have a second dot.
  const names = (await readdir(REPORTS)).filter((name) => /^[a-z-]+\.ts$/.test(name)).sort();
  const texts = await Promise.all(
    names.map(async (name): Promise<[string, string]> => [
      name,
      await readFile(join(REPORTS, name), 'utf8'),
    ]),
  );
  // Node takes .ts for a module only where a package.json says so.
  return new Map([...texts, ['package.json', '{ "type": "module" }\n']]);
}
