import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { scoreSchema, type Score } from '@refbench/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestBed } from '../testkit/test-bed.testkit.ts';
import type { Submission } from '../submission/submission.ts';

/**
 * Many attempts that go wrong in every way, in runs that are stopped at any moment: each ends with one
 * score, and nothing is left. REFBENCH_SOAK_ATTEMPTS and REFBENCH_SOAK_SEED choose how many attempts and
 * which. By default there are few, and more with `scripts/test --all`.
 */

const ALL = process.env['REFBENCH_TEST_ALL'] === '1';
const ATTEMPTS = Number(process.env['REFBENCH_SOAK_ATTEMPTS'] ?? (ALL ? 16 : 4));
const SEED = Number(process.env['REFBENCH_SOAK_SEED'] ?? 1);
/** A run is stopped at the latest after this many of its events. */
const MOST_EVENTS = 25;

/** What an agent does, and the verdict that it may get. */
const BEHAVIOURS: readonly string[] = [
  'echo ok > fine.txt',
  'echo ok > fine.txt; exit 3',
  'rm -rf src',
  'git mv src code && ln -s code src',
  'rm -rf .git; echo x > fine.txt',
  'exec perl -e \'my $x = "a" x 3e9; sleep 60\'',
  'head -c 200M /dev/zero | tr "\\0" x',
  ':(){ :|:& };:; sleep 1; echo x > fine.txt',
  'mkdir -p node_modules/y; truncate -s 2G node_modules/y/sparse; echo x > fine.txt',
  'mkfifo pipe; ln -s / root; ln -s loop loop; echo x > fine.txt',
  'trap "" TERM; setsid sleep 600 & sleep 600',
  'printf "\\033]52;c;x\\007\\377\\0" > odd.bin; printf "\\033[2J\\0\\377"',
];

/** Mulberry32: the same numbers from the same seed, everywhere. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

let bed: TestBed;
beforeAll(async () => {
  bed = await TestBed.openSmall();
});
afterAll(() => bed[Symbol.asyncDispose]());

async function openFiles(): Promise<number> {
  return (await readdir('/proc/self/fd').catch(() => [])).length;
}

/** Returns the scores of all attempts in the folder of a run. */
async function storedScores(folder: string): Promise<readonly Score[]> {
  const names = await readdir(folder, { recursive: true });
  const files = names.filter((name) => name.endsWith('/score.json'));
  return await Promise.all(
    files.map(async (name) =>
      scoreSchema.parse(JSON.parse(await readFile(join(folder, name), 'utf8'))),
    ),
  );
}

test(`${ATTEMPTS} attempts that go wrong, in runs that are stopped, end with one score each`, async () => {
  const random = randomOf(SEED);
  const submissions: Submission[] = [];
  for (let number = 1; number <= ATTEMPTS; number += 1) {
    const behaviour = BEHAVIOURS[Math.floor(random() * BEHAVIOURS.length)] ?? '';
    submissions.push(await bed.script(`soak-${number}`, `${behaviour}\n`));
  }
  const limits = {
    agentLimits: { wall_clock_ms: 15_000, memory_bytes: 512 * 2 ** 20, pids: 256 },
  };
  // The first run creates files that all later runs share, such as the baseline.
  await bed.run('soak-first', submissions.slice(0, 1), limits);
  const filesBefore = await openFiles();
  let folder = '';
  for (let command = 1; ; command += 1) {
    const stop = new AbortController();
    const isLast = command > ATTEMPTS / 4;
    // At any event of the run: a phase of an attempt has several.
    let left = 1 + Math.floor(random() * MOST_EVENTS);
    const onEvent = (): void => {
      left -= 1;
      if (left === 0 && !isLast) stop.abort(new Error('interrupted'));
    };
    const result = await bed.run('soak', submissions, { ...limits, stop: stop.signal, onEvent });
    folder = result.folder;
    if (!isLast) continue;
    expect(result.incomplete).toEqual([]);
    expect(result.scores).toHaveLength(ATTEMPTS);
    break;
  }
  const scores = await storedScores(folder);
  expect(scores.map(({ agent }) => agent).sort()).toEqual(
    submissions.map(({ name }) => name).sort(),
  );
  for (const score of scores) expect(score.verdict).toBe('model');
  // Another command changes nothing.
  const again = await bed.run('soak', submissions, limits);
  expect(new Set(again.scores)).toEqual(new Set(scores));
  expect(await bed.leftovers()).toEqual([]);
  // Connections are closed a moment after their last use.
  await expect.poll(openFiles).toBeLessThan(filesBefore + 10);
});
