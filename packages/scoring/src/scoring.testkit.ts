import type { TestRun, Witness } from '@refbench/contracts';
import fc from 'fast-check';
import type { ChangedLine } from './changed-line.ts';

export function counted(passed: number, failed: number): TestRun {
  return { kind: 'counted', counts: { passed, failed, skipped: 0, total: passed + failed } };
}

export const crashed: TestRun = { kind: 'no-verdict', reason: 'killed' };

export const testRuns: fc.Arbitrary<TestRun> = fc.oneof(
  fc.tuple(fc.nat(1000), fc.nat(1000)).map(([passed, failed]) => counted(passed, failed)),
  fc.constant(crashed),
);

export const baselines: fc.Arbitrary<TestRun[]> = fc.array(testRuns, {
  minLength: 1,
  maxLength: 5,
});

/** A witness that covers whole lines and ends in the last one. */
export function witness(file: string, first: number, last: number = first): Witness {
  return { rule: 'r', file, start: { line: first, column: 1 }, end: { line: last, column: 9 } };
}

export function line(path: string, number: number, text = `code${number}`): ChangedLine {
  return { path, line: number, text };
}

const files = fc.constantFrom('a.ts', 'b.py', 'docs/c.md', 'vendor/d.go');
const texts = fc.constantFrom('x = 1', ' x = 1', 'x=1', '}', '  }', '', '// note', '# note', 'y()');

/** Lines of one side of a diff, without duplicate positions. */
export const changedLines: fc.Arbitrary<ChangedLine[]> = fc.uniqueArray(
  fc.record({ path: files, line: fc.integer({ min: 1, max: 30 }), text: texts }),
  { selector: (entry) => `${entry.path}:${entry.line}`, maxLength: 40 },
);

export const witnesses: fc.Arbitrary<Witness[]> = fc.array(
  fc
    .tuple(files, fc.integer({ min: 1, max: 30 }), fc.nat(5))
    .map(([file, first, more]) => witness(file, first, first + more)),
  { maxLength: 20 },
);
