import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { openHistory, parsePatch } from '@refbench/repos';
import { missingMirror, mirrorTemplate } from '@refbench/test-helpers';
import { readDefinition, type Definition } from '../event-filter/definition.ts';
import { readLanguages } from '@refbench/code-facts';
import { measurePatch, type Measures } from './measures.ts';
import { quantile, filterDiffs } from './diff-filter.ts';

let definition: Definition;
beforeAll(async () => {
  definition = await readDefinition();
});

function measures(change: Partial<Measures>): Measures {
  const { signals } = measurePatch(
    { kind: 'parsed', files: [] },
    { of: () => '', benchmarkName: () => '' },
  );
  return {
    files: 60,
    code_files: 50,
    added: 500,
    removed: 400,
    gzip_ratio: 0.15,
    signals,
    ...change,
  };
}

describe('quantiles', () => {
  test('equal those of numpy', () => {
    // numpy.percentile([1, 2, 3, 4, 10], [10, 50, 90]) == [1.4, 3.0, 7.6]
    const sorted = [1, 2, 3, 4, 10];
    expect([0.1, 0.5, 0.9].map((p) => quantile(sorted, p))).toStrictEqual([
      expect.closeTo(1.4, 12),
      3,
      expect.closeTo(7.6, 12),
    ]);
  });

  test('lie between the ends and grow with p', () => {
    const numbers = fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1 });
    fc.assert(
      fc.property(numbers, fc.double({ min: 0, max: 1, noNaN: true }), (values, p) => {
        const sorted = values.toSorted((a, b) => a - b);
        const value = quantile(sorted, p);
        expect(value).toBeGreaterThanOrEqual(sorted[0] ?? 0);
        expect(value).toBeLessThanOrEqual(quantile(sorted, 1));
      }),
    );
  });
});

describe('the second stage', () => {
  test('checks code files, then the bands of lines and files, then sorts', () => {
    const usual = Array.from({ length: 40 }, (_, at) => ({
      name: `usual ${at}`,
      measures: measures({ gzip_ratio: 0.5 - at / 100 }),
    }));
    const odd = [
      { name: 'prose', measures: measures({ code_files: 24 }) },
      { name: 'huge', measures: measures({ added: 90_000 }) },
      { name: 'tiny', measures: measures({ added: 1, removed: 1 }) },
      { name: 'broad', measures: measures({ files: 9_000 }) },
    ];
    const { kept, rejected } = filterDiffs([...usual, ...odd], definition);
    expect(kept.map(({ name }) => name)).toStrictEqual(usual.map(({ name }) => name));
    expect(rejected.map(({ entry, why }) => [entry.name, why.code])).toStrictEqual([
      ['prose', 'code-files'],
      ['huge', 'band-lines'],
      ['tiny', 'band-lines'],
      ['broad', 'band-files'],
    ]);
  });

  test('has no band for few commits, and puts repeated changes last', () => {
    const few = [0.05, 0.2, 0.1].map((gzip_ratio) => ({ measures: measures({ gzip_ratio }) }));
    const huge = { measures: measures({ added: 90_000, gzip_ratio: 0.01 }) };
    const { kept } = filterDiffs([huge, ...few], definition);
    expect(kept.map(({ measures: { gzip_ratio } }) => gzip_ratio)).toEqual([0.2, 0.1, 0.05, 0.01]);
  });

  test('returns nothing for no input', () => {
    expect(filterDiffs([], definition)).toStrictEqual({ kept: [], rejected: [] });
  });
});

describe('published commits', () => {
  // Numbers of files in the published diffs, counted with renames.
  test.for([
    ['koajs/koa', 'e8f79d43f9a97a27c7f4f9df5d10715300baaa23', 62, 64],
    ['99designs/gqlgen', 'a9965fbd85f0f5aff1aebf2652d40fcd1ce6eb4f', 126, 126],
    ['lima-vm/lima', '22af4859f0b63284545f40d62b1a4d11da65e28b', 80, 83],
  ] as const)(
    '%s has the measures of the published set',
    async ([name, golden, files, paths], { skip }) => {
      const missing = missingMirror(name);
      skip(missing !== undefined, missing);
      const cacheDir = await mkdtemp(join(tmpdir(), 'refbench-measures-'));
      try {
        await using history = await openHistory({
          name,
          mirror: mirrorTemplate() ?? '',
          cacheDir,
        });
        if (history.kind === 'absent') throw new Error(history.reason);
        const commit = await history.commit(golden);
        const diff = await history.renameDiff(commit?.base ?? '', golden);
        const patch = parsePatch(diff as Buffer);
        if (patch.kind === 'rejected') throw new Error(patch.reason);
        const found = measurePatch(patch, await readLanguages());
        expect(commit?.paths).toBe(paths);
        expect(found.files).toBe(files);
        expect(found.code_files).toBeGreaterThanOrEqual(25);
        // The 640 published ratios start at .032, and nine of ten are below .200.
        expect(found.gzip_ratio).toBeGreaterThan(0.032);
        expect(found.gzip_ratio).toBeLessThan(0.2);
      } finally {
        await rm(cacheDir, { recursive: true, force: true });
      }
    },
  );
});
