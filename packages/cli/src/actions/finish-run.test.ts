import { join } from 'node:path';
import { EXIT_CODES, type Score } from '@refbench/contracts';
import { readRunCells, readRunPlan } from '@refbench/reports';
import type { RunResult } from '@refbench/runner';
import { temporaryFolder, writeExampleRun } from '@refbench/test-helpers';
import { afterEach, expect, test, vi } from 'vitest';
import { finishRun } from './run-submissions.ts';

afterEach(() => void vi.restoreAllMocks());

/** Finishes the example run as a command that reached only some of its scores. */
async function finish(
  reached: (scores: readonly Score[]) => readonly Score[],
  more: Partial<RunResult> = {},
  json = false,
): Promise<{ readonly code: number; readonly printed: string }> {
  await using place = await temporaryFolder();
  const folder = join(place.path, 'run');
  await writeExampleRun(folder);
  const cells = await readRunCells(folder, await readRunPlan(folder));
  const all = cells.flatMap(({ found }) => (found.kind === 'scored' ? [found.score] : []));
  let printed = '';
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, 'write').mockImplementation((text) => {
      printed += String(text);
      return true;
    });
  }
  const code = await finishRun(
    {
      run: 'example',
      folder,
      scores: reached(all),
      incomplete: [],
      absent: [],
      unusable: [],
      interrupted: false,
      ...more,
    },
    json,
  );
  return { code, printed };
}

test('a stopped command shows the scores of the whole run, also those that it did not reach', async () => {
  const { code, printed } = await finish(() => [], { interrupted: true });
  expect(code).toBe(EXIT_CODES.interrupted);
  expect(printed).toMatch(/o__r-00000001 +steady +completed/);
  expect(printed).toContain('interrupted; resume with --run-id example');
});

test('the number of scores in JSON is that of the whole run', async () => {
  const { printed } = await finish(() => [], { interrupted: true }, true);
  expect(JSON.parse(printed)).toMatchObject({ kind: 'finished', scored: 9, interrupted: true });
});

test('an attempt that the instance left without a score is not a success', async () => {
  expect((await finish((all) => all)).code).toBe(EXIT_CODES.ok);
  const { code } = await finish((all) => all.map((one) => ({ ...one, verdict: 'instance' })));
  expect(code).toBe(EXIT_CODES['infra-incomplete']);
});
