import type { EnvironmentBuild } from '@refbench/environments';
import type { CatalogEntry } from '@refbench/instances';
import { expect, test } from 'vitest';
import { buildRecord, describeBuild } from './env-build-text.ts';

const entry = {
  dir: '/w/instances/o__r-00000001',
  instance: { id: 'o__r-00000001' },
} as CatalogEntry;
const draft = { baseImage: 'node-20', reasons: ['package.json'] };

function rejected(more: object): EnvironmentBuild {
  const none = { fixes: [], check: undefined, reasons: [], tries: [] };
  return { kind: 'rejected', draft, ...none, ...more } as unknown as EnvironmentBuild;
}

test('a build without an image names every try, the reasons, the recipe and the next command', () => {
  const build = rejected({
    fixes: ['add git to the system packages'],
    reasons: [{ what: 'the image was not built: make is missing', hint: 'read the log' }],
    tries: [
      { fix: undefined, end: 'git: not found' },
      { fix: 'add git to the system packages', end: 'make: not found' },
    ],
  });
  expect(describeBuild(entry, build).split('\n')).toEqual([
    'try 1: git: not found',
    'try 2 (add git to the system packages): make: not found',
    'fixed: add git to the system packages',
    'not admitted',
    'the image was not built: make is missing',
    '  -> read the log',
    'the recipe of the best try is /w/instances/o__r-00000001/environment; after a correction, run: refbench env check o__r-00000001',
  ]);
});

test('the reasons of a validation are told once', () => {
  const counts = { passed: 1, failed: 0, skipped: 0, total: 1 };
  const run = { kind: 'counted', counts };
  const observed = { state: 'base', run, failing: [], durationMs: 1000, log: '' };
  const build = rejected({
    check: {
      observation: { runs: [observed], imageBytes: 2 ** 20, unclean: [] },
      failures: [{ kind: 'too-few-tests', state: 'base', total: 1 }],
    },
    reasons: [{ what: '1 tests on base; at least 10 are needed', hint: 'extend test_command' }],
    tries: [{ fix: undefined, end: '1 tests on base' }],
  });
  const text = describeBuild(entry, build);
  expect(text.match(/at least 10 are needed/g)).toHaveLength(1);
  expect(text).toContain('not admitted');
  expect(buildRecord(entry, build)).toMatchObject({
    instance: 'o__r-00000001',
    kind: 'rejected',
    admitted: false,
    base_image: 'node-20',
  });
});

test('an unsupported repository is told with its hint', () => {
  const build: EnvironmentBuild = {
    kind: 'unsupported',
    unsupported: {
      kind: 'unsupported',
      reason: 'no manifest was found',
      hint: 'write environment/ by hand',
    },
  };
  expect(describeBuild(entry, build)).toBe(
    'unsupported: no manifest was found\n  -> write environment/ by hand',
  );
  expect(buildRecord(entry, build)).toMatchObject({ kind: 'unsupported' });
});
