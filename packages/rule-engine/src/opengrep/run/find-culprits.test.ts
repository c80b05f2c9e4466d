import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findCulprits, type Trial } from './find-culprits.ts';
import type { RunEnd } from './run-program.ts';

const targets = Array.from({ length: 12 }, (_, index) => ({
  path: `f${index}`,
  analyzers: ['js'],
}));
const rules = Array.from({ length: 9 }, (_, index) => `rule-${index}`);
const place = { line: 1, col: 1 };

/** One match of every rule in every file; fails where a culprit takes part. */
function program(culprits: ReadonlySet<string>, loud: boolean) {
  return async (trial: Trial): Promise<RunEnd> => {
    const pairs = trial.targets.flatMap(({ path }) => trial.rules.map((rule) => ({ path, rule })));
    const bad = pairs.filter(({ path, rule }) => culprits.has(`${rule} ${path}`));
    if (bad.length > 0 && loud) return { kind: 'failed', reason: 'it died' };
    const lost = new Set(bad.map(({ path }) => path));
    return {
      kind: 'report',
      report: {
        results: pairs
          .filter(({ path }) => !lost.has(path))
          .map(({ path, rule }) => ({ check_id: rule, path, start: place, end: place })),
        errors: [...lost].map((path) => ({
          effect: 'file' as const,
          rule: undefined,
          path,
          reason: 'Stack overflow',
        })),
      },
    };
  };
}

test('only the culprits are reported, and everything else still counts', async () => {
  const culprit = fc.tuple(fc.constantFrom(...rules), fc.constantFrom(...targets));
  await fc.assert(
    fc.asyncProperty(fc.array(culprit, { maxLength: 3 }), fc.boolean(), async (some, loud) => {
      const culprits = new Set(some.map(([rule, { path }]) => `${rule} ${path}`));
      const found = await findCulprits({ targets, rules }, program(culprits, loud));
      const named = found.complaints.map(({ rule, path }) => `${rule} ${path}`);
      expect(named.sort()).toEqual([...culprits].sort());
      expect(found.findings).toHaveLength(targets.length * rules.length - culprits.size);
    }),
  );
});

test('a program that always fails is abandoned, and its rules do not count as unmatched', async () => {
  let runs = 0;
  const found = await findCulprits({ targets, rules }, async () => {
    runs += 1;
    return { kind: 'failed', reason: 'it died' };
  });
  expect(runs).toBeLessThan(100);
  const named = found.complaints.map(({ rule, path }) => `${rule} ${path}`);
  expect(new Set(named).size).toBe(targets.length * rules.length);
  expect(found.findings).toEqual([]);
});
