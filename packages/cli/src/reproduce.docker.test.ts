import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { commandState } from './command.testkit.ts';

// The protocol of SPICE needs no container; but the built command is needed, which these tests have.

const root = resolve(import.meta.dirname, '../../..');

/** Runs a script and returns its output, whatever its exit code. */
async function outputOf(script: string): Promise<{ readonly text: string; readonly ok: boolean }> {
  const { stateDir } = await commandState();
  const env = { ...process.env, REFBENCH_REPRODUCE_STATE: stateDir };
  return await new Promise((done) => {
    execFile(join(root, 'scripts', script), { env, maxBuffer: 2 ** 26 }, (error, out, err) =>
      done({ text: `${out}${err}`, ok: error === null }),
    );
  });
}

test.each([
  // The numbers of checks, so that a check that is lost is noticed.
  ['spice', 53],
  ['tiers', 31],
  ['codetaste', 94],
])('scripts/reproduce-%s prints the tables of its paper', async (name, checks) => {
  const { text, ok } = await outputOf(`reproduce-${name}`);
  expect(text).not.toContain('FAILED');
  expect(text.trim().split('\n').at(-1)).toBe(`${checks} passed, 0 failed, 0 skipped`);
  expect(ok).toBe(true);
});
