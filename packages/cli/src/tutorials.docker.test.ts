import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { commandState, temporaryFolder } from './command.testkit.ts';
import { tutorialCommands } from './tutorial.testkit.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../../..');

/** Runs a tutorial in an empty folder and returns what it prints. */
async function follow(name: string, folder: string): Promise<string> {
  const { stateDir } = await commandState();
  const script = `set -euo pipefail
npx() { shift; "$NODE" "$COMMAND" "$@"; }
${await tutorialCommands(name)}`;
  const { stdout, stderr } = await run('bash', ['-c', script], {
    cwd: folder,
    env: {
      ...process.env,
      REFBENCH_STATE_DIR: stateDir,
      NODE: process.execPath,
      COMMAND: join(root, 'packages/cli/bin/refbench.js'),
    },
    maxBuffer: 2 ** 26,
  });
  return `${stdout}\n${stderr}`;
}

test('an agent of your own is run, shown and compared', async () => {
  await using folder = await temporaryFolder();
  const printed = await follow('your-agent', folder.path);
  expect(printed).toMatch(/my-agent +completed +153\/153 +0 +1 +1 +0 /);
  expect(printed).toContain('+An agent was here.');
});

test('a leaderboard is started, gets a submission and becomes a site', async () => {
  await using folder = await temporaryFolder();
  const printed = await follow('your-leaderboard', folder.path);
  expect(printed).toMatch(/grading again +passed/);
  expect(printed).toContain('the site is what the ledger and the submissions give');
  const site = await readFile(join(folder.path, 'board/site/index.html'), 'utf8');
  expect(site).toContain('Shell scripts that refactor');
});

test('the refactorings of a repository become a benchmark', async () => {
  await using folder = await temporaryFolder();
  const printed = await follow('your-repository', folder.path);
  expect(printed).toContain('2 of 2 instances admitted');
  // The second environment is the first one.
  expect(printed).toMatch(/trying the recipe of own__shapes-[0-9a-f]{8}/);
  expect(printed).not.toContain('does not fit');
  expect(printed.match(/golden +completed +16\/16 +0 +1 +1 +1 /g)).toHaveLength(2);
  const page = await readFile(join(folder.path, '.refbench-own/own.html'), 'utf8');
  expect(page).toContain('2 of 2 instances admitted');
  // The others come with the run of golden and nop.
  expect(page).toContain('16 of 16 in 2 runs');
  expect(printed).toContain('baseline 5/5 on golden');
  expect(page).not.toContain('http-equiv="refresh"');
});
