import type { Witness } from '@refbench/contracts';
import { expect, test } from 'vitest';
import { compareMatches, type MovedLine } from './match-states.ts';

function match(rule: string, file: string, line: number, lines = 1): Witness {
  return { rule, file, start: { line, column: 3 }, end: { line: line + lines - 1, column: 9 } };
}

function states(before: readonly Witness[], after: readonly Witness[], moved: MovedLine): unknown {
  return compareMatches(before, after, moved).map(({ witness, state }) => [
    witness.rule,
    `${witness.file}:${witness.start.line}`,
    state,
  ]);
}

/** Removes line 5 of `a`, and moves the rest of `a` to `b`. */
const moved: MovedLine = (file, line) => {
  if (file !== 'a') return { file, line };
  if (line === 5) return undefined;
  return { file: 'b', line: line > 5 ? line - 1 : line };
};

test('matches move with their lines', () => {
  const before = [match('r', 'a', 2), match('r', 'a', 5), match('r', 'a', 9), match('r', 'c', 1)];
  const after = [match('r', 'b', 2), match('r', 'b', 8), match('r', 'c', 1), match('q', 'b', 2)];
  expect(states(before, after, moved)).toEqual([
    ['r', 'b:2', 'unchanged'],
    ['r', 'b:8', 'unchanged'],
    ['r', 'c:1', 'unchanged'],
    ['q', 'b:2', 'new'],
    ['r', 'a:5', 'absent'],
  ]);
});

test('a match whose lines remain but that no longer matches is absent, at its place in base', () => {
  expect(states([match('r', 'a', 9)], [], moved)).toEqual([['r', 'a:9', 'absent']]);
});

test('a match over a removed line stays if its ends do, and the new one counts only once', () => {
  const before = [match('r', 'a', 4, 3)];
  const after = [match('r', 'b', 4, 2), match('r', 'b', 4, 2)];
  expect(states(before, after, moved)).toEqual([
    ['r', 'b:4', 'unchanged'],
    ['r', 'b:4', 'new'],
  ]);
});
