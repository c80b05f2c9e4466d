import { expect, test } from 'vitest';
import { parseTap } from './tap.ts';
import { parseTape } from './tape.ts';
import {
  contradictions,
  expectReadsBack,
  expectSurvivesCuts,
  outcomes,
} from './test-reports.testkit.ts';

const node = `TAP version 13
# Subtest: counts
    # Subtest: zero
    ok 1 - zero
      ---
      duration_ms: 0.6
      message: |
        not ok 9 - inside a block
      ...
    # Subtest: one
    not ok 2 - one
      ---
      error: 'no'
      ...
    1..2
not ok 1 - counts
  ---
  failureType: 'subtestsFailed'
  ...
# Subtest: later
ok 2 - later # SKIP not yet
# Subtest: someday
not ok 3 - someday # TODO
1..3
# tests 4
`;

test("node:test's subtests: leaves count, their parent does not", () => {
  const { tests, problems } = parseTap(node);
  expect(outcomes(tests)).toEqual([
    'passed counts > zero',
    'failed counts > one',
    'skipped later',
    'skipped someday',
  ]);
  expect(problems).toEqual([]);
});

test('a parent that failed by itself is a failure', () => {
  const text = 'TAP version 14\n    ok 1 - child\n    1..1\nnot ok 1 - parent\n1..1\n';
  expect(outcomes(parseTap(text).tests)).toEqual(['passed child', 'failed parent']);
});

test("ava's and node-tap's lines", () => {
  const text =
    'TAP version 13\nok 1 - api › works # time=3ms\nok 2 - file {\n    1..0\n}\nnot ok 3\n1..3\n';
  expect(outcomes(parseTap(text).tests)).toEqual([
    'passed api › works',
    'passed file',
    'failed test 3',
  ]);
});

test.each([
  ['1..3\nok 1 - a\n', 'truncated'],
  ['ok 1 - a\n', 'truncated'],
  ['1..2\nok 1 - a\nBail out! no database\n', 'crashed'],
])('%j is %s', (text, kind) => {
  expect(parseTap(text).problems.map((problem) => problem.kind)).toEqual([kind]);
});

test('a suite that is skipped as a whole has no tests and no problem', () => {
  expect(parseTap('TAP version 13\n1..0 # SKIP no display\n')).toMatchObject({
    tests: [],
    problems: [],
  });
});

test('any report reads back; any cut of one is seen', () => {
  expectReadsBack(parseTap, (tests) => {
    const lines = tests.map(({ id, outcome }, index) => {
      const word = outcome === 'failed' ? 'not ok' : 'ok';
      return `${word} ${index + 1} - ${id}${outcome === 'skipped' ? ' # SKIP' : ''}\n`;
    });
    return `TAP version 13\n${lines.join('')}1..${tests.length}\n`;
  });
  // Without the last line of comments, after which nothing can be missing.
  expectSurvivesCuts(parseTap, node.slice(0, node.indexOf('1..3')));
});

test("tape's assertions carry the name of their test", () => {
  const text = `TAP version 13
# adds
ok 1 should be equal
ok 2 should be equal
# SKIP later
# subtracts
not ok 3 should be equal
  ---
    operator: equal
  ...

1..3
# tests 3
# pass  2
`;
  expect(outcomes(parseTape(text).tests)).toEqual([
    'passed adds > should be equal',
    'passed adds > should be equal #2',
    'failed subtracts > should be equal',
  ]);
});

test('front matter that a test prints begins no block', () => {
  const text = `TAP version 13
# case 0
ok 1 is 0
# case 1
---
title: hello
---
ok 2 is 1
not ok 3 is 2
  ---
    operator: equal
    stack: |
      ok 9 not a point
  ...

1..3
# tests 3
# pass  2
# fail  1
`;
  expect(outcomes(parseTape(text).tests)).toEqual([
    'passed case 0 > is 0',
    'passed case 1 > is 1',
    'failed case 1 > is 2',
  ]);
  expect(contradictions(parseTape, text)).toEqual([]);
});

test('points behind printed text are found, and printed lines that look like points are not', () => {
  const text = `TAP version 13
# one
not ok 9 - fake
dots...ok 1 - a
ok 1 - fake
# two
50% not ok 2 - b # time=3ms
ok 3 - c

1..3
`;
  expect(outcomes(parseTape(text).tests)).toEqual([
    'passed one > fake',
    'failed two > b',
    'passed two > c',
  ]);
  const doubtful = 'ok 1 - a\nok 7 - b\n1..1\n';
  expect(contradictions(parseTap, doubtful)).toEqual([]);
  expect(contradictions(parseTap, 'ok - a\nok - b\n1..1\n')).toHaveLength(1);
});

test('a failure in the summary that no point shows is one', () => {
  const text = 'TAP version 13\nok 1 - a\n1..1\n# tests 1\n# pass 0\n# fail 1\n';
  expect(contradictions(parseTap, text)).toEqual([
    'inconsistent: summary: the runner counts 1 failed, its report lists 0',
  ]);
});
