import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ReportedHits } from './line-hits.ts';
import { readHits } from './read-hits.ts';

function plain(hits: ReportedHits): Record<string, Record<number, boolean>> {
  return Object.fromEntries(
    [...hits].map(([file, lines]) => [file, Object.fromEntries(lines)] as const),
  );
}

test('a tracefile of lcov lists lines by file, and a later record cannot undo an execution', () => {
  const report = [
    'TN:',
    'SF:src/a.py',
    'DA:1,3',
    'DA:2,0',
    'end_of_record',
    'DA:9,1',
    'SF:src/a.py',
    'DA:1,0,abc',
    'DA:2,1',
    'BRDA:3,0,0,1',
    'end_of_record',
    'SF:b.py',
    'DA:4,-1',
    'end_of_record',
  ].join('\n');
  expect(plain(readHits(report, 'lcov'))).toEqual({
    'src/a.py': { 1: true, 2: true },
    'b.py': { 4: false },
  });
});

test('profiles of go test list blocks; what two profiles count is joined', () => {
  const report = [
    'mode: set',
    '/testbed/a.go:3.20,5.2 1 0',
    '/testbed/a.go:5.2,6.3 2 1',
    'mode: set',
    '/testbed/a.go:3.20,5.2 1 7',
    '/testbed/b c.go:1.1,1.9 1 0',
    'not a block',
  ].join('\n');
  expect(plain(readHits(report, 'go'))).toEqual({
    '/testbed/a.go': { 3: true, 4: true, 5: true, 6: true },
    '/testbed/b c.go': { 1: false },
  });
});

test('a report of JaCoCo names files by package', () => {
  const report = `<?xml version="1.0"?><report name="x"><sessioninfo id="s" start="1" dump="2"/>
    <package name="org/a"><class name="org/a/B" sourcefilename="B.java"><method name="f" desc="()V" line="3"/></class>
    <sourcefile name="B.java"><line nr="3" mi="0" ci="4" mb="0" cb="0"/><line nr="4" mi="2" ci="0" mb="0" cb="0"/></sourcefile></package>
    <package name=""><sourcefile name="C.java"><line nr="1" mi="1" ci="0" mb="0" cb="0"/></sourcefile></package></report>`;
  expect(plain(readHits(report, 'jacoco'))).toEqual({
    '**/org/a/B.java': { 3: true, 4: false },
    '**/C.java': { 1: false },
  });
});

test('every report that lcov can write is read completely', () => {
  const files = fc.dictionary(
    fc.stringMatching(/^[a-z]{1,8}(\/[a-z]{1,8})?\.c$/),
    fc.dictionary(
      fc.integer({ min: 1, max: 99 }).map((line) => String(line)),
      fc.integer({ min: 0, max: 3 }),
      { minKeys: 1 },
    ),
  );
  fc.assert(
    fc.property(files, (tree) => {
      const report = Object.entries(tree)
        .map(([file, lines]) => {
          const records = Object.entries(lines).map(([line, count]) => `DA:${line},${count}\n`);
          return `SF:${file}\n${records.join('')}end_of_record\n`;
        })
        .join('');
      const expected = Object.entries(tree).map(([file, lines]) => [
        file,
        Object.fromEntries(Object.entries(lines).map(([line, count]) => [line, count > 0])),
      ]);
      expect(plain(readHits(report, 'lcov'))).toEqual(Object.fromEntries(expected));
    }),
  );
});

test.each(['lcov', 'go', 'jacoco'] as const)('any text is a report of %s', (format) => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(readHits(text, format)).toBeInstanceOf(Map);
    }),
  );
});
