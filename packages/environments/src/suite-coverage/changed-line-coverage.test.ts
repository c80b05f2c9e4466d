import { bytePath, type ChangedLines } from '@refbench/repos';
import { expect, test } from 'vitest';
import { changedLineCoverage } from './changed-line-coverage.ts';

function added(files: Record<string, Record<number, string>>): ChangedLines {
  return new Map(
    Object.entries(files).map(([path, lines]) => [
      bytePath(path),
      new Map(Object.entries(lines).map(([number, text]) => [Number(number), text])),
    ]),
  );
}

function hits(files: Record<string, Record<number, boolean>>) {
  return new Map(
    Object.entries(files).map(([path, lines]) => [
      path,
      new Map(Object.entries(lines).map(([number, executed]) => [Number(number), executed])),
    ]),
  );
}

test('only added lines count that the tool lists and that contain code', () => {
  const lines = added({
    'src/a.go': { 1: 'x := 1', 2: '}', 3: '// why', 4: 'y := 2', 5: 'type T int' },
    'README.md': { 1: 'text', 2: 'more' },
    'src/b.go': { 7: 'z()' },
  });
  const reported = hits({
    '/testbed/src/a.go': { 1: true, 2: true, 3: true, 4: false, 9: true },
    'src/b.go': { 7: true },
  });
  expect(changedLineCoverage(lines, reported)).toEqual({
    executed: 2,
    executable: 3,
    unlisted: 2,
    files: [
      { path: 'src/a.go', executed: 1, executable: 2 },
      { path: 'src/b.go', executed: 1, executable: 1 },
    ],
  });
});

test('a name without its folder finds the file that it is the longest end of', () => {
  const lines = added({
    'core/src/org/a/B.java': { 1: 'f();' },
    'src/B.java': { 1: 'g();' },
    'other/b.go': { 1: 'h()' },
  });
  const reported = hits({
    '**/org/a/B.java': { 1: true },
    '**/B.java': { 1: false },
    'b.go': { 1: true },
  });
  expect(changedLineCoverage(lines, reported)).toMatchObject({
    executed: 1,
    executable: 2,
    unlisted: 1,
    files: [{ path: 'core/src/org/a/B.java' }, { path: 'src/B.java', executed: 0 }],
  });
});
