import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { git, temporaryFolder, type Files } from '@refbench/test-helpers';
import { expect, onTestFinished, test } from 'vitest';
import type { DatasetSteps, StepResult } from '../build/steps.ts';
import { buildOwnSet, type BuildOwnSetOptions, type OwnSetView } from './build-own-set.ts';

const NAMES = ['alpha', 'beta', 'gamma', 'delta', 'kappa', 'sigma', 'omega', 'theta'];

/** One module for each name, whose functions all call a helper. */
function library(helper: string, argument: string): Files {
  const module = (name: string): string =>
    NAMES.map((other) => `export const ${name}_${other} = ${helper}(${argument});\n`).join('');
  return Object.fromEntries(NAMES.map((name) => [`src/${name}.js`, module(name)]));
}

/** A clone with two refactorings: the helper gets another name, then another argument. */
async function cloneWithTwo(): Promise<{ readonly folder: string; readonly clone: string }> {
  return await cloneOf([
    ['2026-01-01', 'Start', library('measure', 'width')],
    ['2026-03-01', 'refactor: rename the helper', library('lengthOf', 'width')],
    ['2026-05-01', 'refactor: rename the argument', library('lengthOf', 'breadth')],
  ]);
}

async function cloneOf(
  history: readonly (readonly [date: string, message: string, files: Files])[],
): Promise<{ readonly folder: string; readonly clone: string }> {
  const folder = await temporaryFolder();
  onTestFinished(() => folder[Symbol.asyncDispose]());
  const clone = join(folder.path, 'clone');
  git(folder.path, ['init', '-q', 'clone']);
  for (const [date, message, files] of history) {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(clone, path)), { recursive: true });
      await writeFile(join(clone, path), text);
    }
    git(clone, ['add', '.']);
    git(clone, ['commit', '-q', '-m', message], `${date}T00:00:00Z`);
  }
  return { folder: folder.path, clone };
}

const done: StepResult = { kind: 'done', note: 'fine' };

/** Steps that do nothing, of which a test replaces some. */
function steps(replaced: Partial<DatasetSteps> = {}): DatasetSteps {
  return {
    source: async ({ golden }) => ({
      kind: 'done',
      id: `own__it-${golden.slice(0, 8)}`,
      language: 'javascript',
      note: 'fine',
    }),
    texts: async () => done,
    rules: async () => done,
    environment: async () => done,
    admission: async () => done,
    ...replaced,
  };
}

async function optionsFor(
  more: Partial<BuildOwnSetOptions>,
  from = cloneWithTwo(),
): Promise<BuildOwnSetOptions> {
  const { folder, clone } = await from;
  return {
    source: clone,
    name: 'own/it',
    folder: join(folder, 'set'),
    cacheDir: join(folder, 'cache'),
    maxCommits: 100,
    steps: steps(),
    want: 2,
    jobs: 1,
    maxMs: 60_000,
    retry: [],
    signal: new AbortController().signal,
    onProgress: () => undefined,
    onView: async () => undefined,
    ...more,
  };
}

const stages = ({ candidates }: OwnSetView): readonly string[] =>
  candidates.map(({ stage }) => stage);

test('the newest candidate is the first, and the last view says how it ended', async () => {
  const views: OwnSetView[] = [];
  const options = await optionsFor({ want: 1, onView: async (view) => void views.push(view) });
  const view = await buildOwnSet(options);
  expect(view.candidates.map(({ title }) => title)).toEqual([
    'refactor: rename the argument',
    'refactor: rename the helper',
  ]);
  expect(stages(view)).toEqual(['admitted', 'waiting']);
  expect(view.end).toBe('enough');
  expect(views.at(-1)).toEqual(view);
});

test('a loss has its reason and an advice, and can be tried again', async () => {
  const refuse = async (): Promise<StepResult> => ({
    kind: 'dropped',
    reason: 'no environment was found within 15 minutes',
  });
  const options = await optionsFor({ steps: steps({ environment: refuse }) });
  const lost = await buildOwnSet(options);
  expect(lost.end).toBe('candidates');
  expect(stages(lost)).toEqual(['dropped', 'dropped']);
  const [first] = lost.candidates;
  expect(first?.loss).toMatchObject({
    step: 'environment',
    advice: expect.stringContaining('--environment-minutes') as string,
  });
  const again = { ...options, steps: steps(), retry: [first?.commits[0] ?? ''] };
  expect(stages(await buildOwnSet(again))).toEqual(['admitted', 'dropped']);
  const unknown = buildOwnSet({ ...options, retry: ['ffffffff'] });
  await expect(unknown).rejects.toMatchObject({ kind: 'usage' });
});

test('after a lost environment, commits of another time come first', async () => {
  const tried: string[] = [];
  const clone = cloneOf([
    ['2016-01-01', 'Start', library('measure', 'width')],
    ['2024-11-01', 'refactor: rename the helper', library('lengthOf', 'width')],
    ['2026-02-01', 'refactor: rename the argument', library('lengthOf', 'breadth')],
    ['2026-03-01', 'refactor: rename the helper again', library('sizeOf', 'breadth')],
    ['2026-04-01', 'refactor: rename the argument again', library('sizeOf', 'extent')],
    ['2026-05-01', 'refactor: rename the helper once more', library('spanOf', 'extent')],
  ]);
  const options = await optionsFor({ want: 5 }, clone);
  const refused = {
    ...options,
    steps: steps({
      environment: async ({ candidate }) => {
        tried.push(candidate.golden);
        return { kind: 'dropped', reason: 'no environment' };
      },
    }),
  };
  const { candidates } = await buildOwnSet(refused);
  const dates = tried.map(
    (golden) => candidates.find(({ commits }) => golden.startsWith(commits[0] ?? '-'))?.date,
  );
  expect(dates).toHaveLength(5);
  expect(dates.indexOf('2024-11-01')).toBeLessThan(4);
  expect(candidates.at(-1)?.date).toBe('2024-11-01');
});

test('when the time is over, the candidate stays open, and the same command continues', async () => {
  const options = await optionsFor({
    maxMs: 1,
    steps: steps({
      environment: ({ signal }) =>
        new Promise((_, reject) => {
          if (signal.aborted) reject(signal.reason as Error);
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        }),
    }),
  });
  const late = await buildOwnSet(options);
  expect(late.end).toBe('time');
  expect(stages(late)).not.toContain('dropped');
  const rest = await buildOwnSet({ ...options, maxMs: 60_000, steps: steps() });
  expect(stages(rest)).toEqual(['admitted', 'admitted']);
});

test('two candidates are worked on at a time, and the page shows both', async () => {
  const views: OwnSetView[] = [];
  const isWorkedOnBoth = (): boolean =>
    views.some((view) => stages(view).join(' ') === 'working working');
  const options = await optionsFor({
    jobs: 2,
    onView: async (view) => void views.push(view),
    steps: steps({
      environment: async ({ onProgress }) => {
        onProgress('building');
        await expect.poll(isWorkedOnBoth).toBe(true);
        return done;
      },
    }),
  });
  expect(stages(await buildOwnSet(options))).toEqual(['admitted', 'admitted']);
});

test('a failure of the machine is shown on the page and thrown', async () => {
  const views: OwnSetView[] = [];
  const options = await optionsFor({
    onView: async (view) => void views.push(view),
    steps: steps({ rules: () => Promise.reject(new TypeError('a bug')) }),
  });
  await expect(buildOwnSet(options)).rejects.toThrow('a bug');
  expect(views.at(-1)?.end).toBe('failed');
});
