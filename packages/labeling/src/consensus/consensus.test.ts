import { readFileSync } from 'node:fs';
import type { Label, LabelVote } from '@refbench/contracts';
import { krippendorffAlpha, type AlphaLevel } from '@refbench/scoring';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { consensus } from './consensus.ts';
import { filterVerdict } from './filter-rule.ts';
import { criterionLabels, labelsOf, recomputed } from './labels-of-votes.ts';
import { wordSimilarity } from './rationale-similarity.ts';

const LABELS: readonly Label[] = [0, 1, 2, 3];

function fixture(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../fixtures/${name}`, import.meta.url), 'utf8'));
}

test('all 64 triples give the majority label, or else the median', () => {
  let triples = 0;
  for (const a of LABELS) {
    for (const b of LABELS) {
      for (const c of LABELS) {
        triples += 1;
        const twice = a === b || a === c ? a : b === c ? b : undefined;
        const middle = a + b + c - Math.min(a, b, c) - Math.max(a, b, c);
        const good = [a, b, c].filter((label) => label <= 1).length;
        expect(consensus([a, b, c])).toEqual({
          label: twice ?? middle,
          method: twice === undefined ? 'median' : 'majority',
          controversial: good > 0 && good < 3,
        });
      }
    }
  }
  expect(triples).toBe(64);
});

test('failed passes do not count, and ties go to the worse label', () => {
  const of = (...votes: (Label | null)[]): unknown => {
    const { label, method } = consensus(votes);
    return [label, method];
  };
  expect(of()).toEqual([null, null]);
  expect(of(null, null, null)).toEqual([null, null]);
  expect(of(null, 2, null)).toEqual([2, 'single']);
  expect(of(1, null, 2)).toEqual([2, 'median']);
  expect(of(0, null, 3)).toEqual([3, 'median']);
  expect(of(1, null, 1)).toEqual([1, 'majority']);
  expect(of(0, 0, 3, 3)).toEqual([3, 'median']);
  expect(of(0, 0, 1, 2, 3)).toEqual([1, 'median']);
  expect(of(0, 0, 0, 2, 3)).toEqual([0, 'majority']);
  expect(consensus([null, 1, 2]).controversial).toBe(true);
  expect(consensus([null, 2, 3]).controversial).toBe(false);
});

test('the order of votes does not matter, and the label is one of them', () => {
  const votes = fc.array(fc.constantFrom<Label | null>(...LABELS, null), { maxLength: 9 });
  fc.assert(
    fc.property(votes, (all) => {
      const result = consensus(all);
      expect(consensus(all.toReversed())).toEqual(result);
      expect([null, ...all]).toContain(result.label);
    }),
  );
});

test('the filter of SWE-bench Verified, on all 1,699 annotated rows', () => {
  const schema = z.object({ rows: z.array(z.array(z.int()).length(5)) });
  const { rows } = schema.parse(fixture('swe-bench-annotation-counts.json'));
  let [all, dropped] = [0, 0];
  for (const [issue, tests, other, filterOut, count] of rows) {
    const severities = { issue: issue as Label, tests: tests as Label };
    const { keep } = filterVerdict({ ...severities, otherMajorIssues: other === 1 });
    expect(keep).toBe(filterOut === 0);
    all += count ?? 0;
    if (keep === false) dropped += count ?? 0;
  }
  expect([all, dropped]).toEqual([1_699, 1_160]);
});

test('a missing label leaves the verdict open, unless another condition decides', () => {
  const of = (issue: Label | null, tests: Label | null, other: boolean | null): unknown =>
    filterVerdict({ issue, tests, otherMajorIssues: other }).keep;
  expect(of(null, 0, false)).toBeNull();
  expect(of(null, 3, false)).toBe(false);
  expect(of(null, null, true)).toBe(false);
  expect(of(1, 1, null)).toBe(true);
});

test("Krippendorff's alpha, all four metrics", () => {
  const schema = z.array(
    z.looseObject({ matrix: z.array(z.array(z.number().nullable())) }).catchall(z.unknown()),
  );
  const found: string[] = [];
  for (const vector of schema.parse(fixture('krippendorff.json'))) {
    const units = (vector.matrix[0] ?? []).map((_, unit) =>
      vector.matrix.map((rater) => rater[unit] ?? null),
    );
    for (const level of ['nominal', 'ordinal', 'interval', 'ratio'] as const) {
      const expected = vector[level];
      if (typeof expected !== 'number') continue;
      found.push(level satisfies AlphaLevel);
      // The ratio value is published with three digits.
      expect(krippendorffAlpha(units, level)).toBeCloseTo(expected, level === 'ratio' ? 3 : 6);
    }
  }
  expect(new Set(found)).toEqual(new Set(['nominal', 'ordinal', 'interval', 'ratio']));
});

function vote(label: Label | null, rest: Partial<LabelVote> = {}): LabelVote {
  const failure = label === null ? 'no answer' : null;
  const rationale = 'the text names the function';
  return {
    annotator: 'm',
    kind: 'model',
    pass: 1,
    label,
    rationale,
    failure,
    prompt: null,
    ...rest,
  };
}

test('people overrule models, and a moderator overrules people', () => {
  const models = [vote(0), vote(0, { pass: 2 }), vote(3, { pass: 3 })];
  expect(criterionLabels(models)).toMatchObject({
    label: 0,
    decided_by: 'majority',
    decided_among: 'models',
    controversial: true,
    confidence: { labels: 0.3333, rationales: 1 },
  });
  const people = [vote(2, { kind: 'person', annotator: 'ann' })];
  expect(criterionLabels([...models, ...people])).toMatchObject({
    label: 2,
    decided_among: 'people',
    controversial: false,
  });
  const decision = { moderator: 'mo', label: 1, rationale: 'as the code says' } as const;
  expect(criterionLabels([...models, ...people], decision)).toMatchObject({
    label: 1,
    decided_by: 'moderator',
  });
});

test('labels follow only from their votes', () => {
  const digest = `sha256:${'0'.repeat(64)}` as const;
  const about = { instance: 'i', subject: { issue: digest, change: digest } };
  const votes = {
    issue: [vote(1)],
    tests: [vote(0, { other_major_issues: true }), vote(0, { other_major_issues: false, pass: 2 })],
    effort: [vote(null)],
  };
  const labels = labelsOf({ ...about, issue_scale: 'rubric' }, votes);
  expect(labels).toMatchObject({ other_major_issues: false, effort: { label: null } });
  expect(recomputed(labels)).toEqual(labels);
});

test('rationales are compared by their words', () => {
  expect(wordSimilarity('the tests cover all', 'The tests cover all.')).toBe(1);
  expect(wordSimilarity('the tests cover all', 'nothing shared here')).toBe(0);
  expect(wordSimilarity('', '')).toBe(0);
});
