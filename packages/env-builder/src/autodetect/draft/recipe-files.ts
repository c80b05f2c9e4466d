import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RECIPES_FOLDER } from '@refbench/docker';
import type { ReportFormat } from '../../test-reports/formats.ts';
import { reportPrograms } from './report-programs.ts';
import type { RecipeFile } from './recipe-draft.ts';

/** The variable parts of a recipe. The rest of the scripts is always the same. */
export interface RecipeParts {
  /** Packages of the distribution. */
  readonly systemPackages: readonly string[];
  /** Further lines of install_system.sh, which runs as root with network access. */
  readonly install?: string;
  /** setup_shell.sh without its header. It runs offline unless REFBENCH_WARM is 1. */
  readonly shell: string;
  readonly suite: {
    /** Completes the sentence "Runs ... of the tree". */
    readonly title: string;
    /** `mixed`: each report is named `<anything>.<format>.report`. */
    readonly format: ReportFormat | 'mixed';
    /**
     * Runs the suite and writes its reports to `$reports`. The last command determines the status.
     * Files elsewhere are not available when the tests are counted.
     */
    readonly run: string;
    /** Shell words for the reports: files in `$reports`, or `@list` with names relative to `$reports`. */
    readonly reports: string;
  };
  /** Programs in `recipes/` that the scripts call. */
  readonly programs?: readonly string[];
}

/** Every base image contains this Node, independent of the Node version for the tests. */
export const REPORTER_NODE = '/usr/local/lib/refbench/bin/node';

/** Creates the files of `environment/`: scripts, report parsers, and the programs that they call. */
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
  for (const name of parts.programs ?? [])
    put(name, await readFile(join(RECIPES_FOLDER, name), 'utf8'));
  for (const [name, text] of await reportPrograms(parts.suite.format)) put(`reports/${name}`, text);
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
# Runs as root, offline, before the tests, to start services.
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
status=$?
# Reports are files, so the log would not tell why a test failed.
find "$reports" -type f -size -64M -exec sed 's/\\\\n/\\n/g' {} + |
  grep -aiE 'error|exception|panic|not found|no such|cannot|unsupported|missing|refused' |
  cut -c1-300 | head -n 400 >&2
exit "$status"
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
