import { chmod, cp, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exists } from '@refbench/base';
import type { CoverageTool } from '@refbench/env-builder';

const FOLDER = '/tmp/refbench-coverage';
/** Path of the report in the container. */
export const COVERAGE_REPORT: string = `${FOLDER}/report`;

/** Runs the suite, then the tool's report. The result of the suite stays what it is. */
const WRAPPER = `#!/bin/bash
/scripts/suite "$@"
status=$?
bash /scripts/coverage-report.sh ${COVERAGE_REPORT} >&2 || echo 'coverage: the report failed' >&2
exit "$status"
`;

/**
 * Copies the folder with the scripts of an instance into an empty folder and adds the tool: its settings to
 * setup_shell.sh, its report behind the suite. The original suite is called `suite`.
 */
export async function writeInstrumentedScripts(
  scripts: string,
  tool: CoverageTool,
  folder: string,
): Promise<void> {
  await cp(scripts, folder, { recursive: true });
  const suite = await suiteOf(folder);
  await rename(suite, join(folder, 'suite'));
  await writeFile(suite, WRAPPER);
  await chmod(suite, 0o755);
  const setup = join(folder, 'setup_shell.sh');
  const original = await readFile(setup, 'utf8').catch(() => '');
  const settings = await readFile(join(tool.folder, 'shell.sh'), 'utf8');
  const start = `mkdir -p ${FOLDER} && touch ${FOLDER}/start\n`;
  await writeFile(setup, `${original}\n${start}${settings}`);
  const report = join(folder, 'coverage-report.sh');
  await writeFile(report, await readFile(join(tool.folder, 'report.sh')));
  for (const path of [setup, report]) await chmod(path, 0o644);
}

/** The script that run-suite.mjs starts: `test_command`, or `run_tests` if there is only that. */
async function suiteOf(folder: string): Promise<string> {
  const command = join(folder, 'test_command');
  return (await exists(command)) ? command : join(folder, 'run_tests');
}
