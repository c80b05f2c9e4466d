import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { COUNTER_VERSION, RECIPES_FOLDER, type ReportFormat } from '@refbench/docker';
import { versionsIn } from '../../environments/provided-files.ts';
import { installAll, installEach } from './install-packages.ts';
import type { RecipeDraft, RecipeFile } from './recipe-draft.ts';

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
    /** Names in `$reports`, with `*` for any characters, or `@list` for those that a file lists. */
    readonly reports: readonly string[];
  };
  /** Programs in `recipes/` that the scripts call. */
  readonly programs?: readonly string[];
}

/** Every base image contains this Node, independent of the Node version for the tests. */
export const REPORTER_NODE = '/usr/local/lib/refbench/bin/node';

/** Creates the scripts in `environment/`, and names what RefBench adds to them. */
export async function recipeOf(
  parts: RecipeParts,
): Promise<Pick<RecipeDraft, 'files' | 'suite' | 'programs'>> {
  const files = new Map<string, RecipeFile>();
  const put = (name: string, text: string, executable = false): void =>
    void files.set(name, { text, executable });
  put('install_system.sh', installSystem(parts), true);
  put('setup_system.sh', SETUP_SYSTEM, true);
  put('setup_shell.sh', `${SHELL_HEADING}${parts.shell.trimEnd()}\n`);
  put('test_command', testCommand(parts), true);
  const { format, reports } = parts.suite;
  const newest = (parts.programs ?? []).map(
    async (name) => [name, await newestVersion(name)] as const,
  );
  return {
    files,
    suite: { counter: COUNTER_VERSION, format, reports: [...reports] },
    programs: Object.fromEntries(await Promise.all(newest)),
  };
}

/** The newest version of a program in docker/recipes. */
async function newestVersion(name: string): Promise<number> {
  const versions = await versionsIn(RECIPES_FOLDER);
  const having = await Promise.all(
    versions.map(async (version) =>
      (await readdir(join(RECIPES_FOLDER, String(version)))).includes(name) ? version : 0,
    ),
  );
  return Math.max(...having);
}

function installSystem({ systemPackages, install }: RecipeParts): string {
  const lines = ['#!/bin/bash', '# Runs as root with network while the image is built.'];
  if (systemPackages.length > 0 || install !== undefined) lines.push('set -euo pipefail');
  else lines.push('# The base image has all that the suite needs: there is nothing to install.');
  if (systemPackages.length > 0) {
    lines.push(
      'apt-get -qq update',
      `if ! ${installAll(systemPackages)}; then`,
      '  # The suite shows whether it needs one that the archive does not give.',
      ...installEach(systemPackages).map((line) => `  ${line}`),
      'fi',
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

function indent(text: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? line : `  ${line}`))
    .join('\n');
}
