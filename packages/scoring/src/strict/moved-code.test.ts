import { describe, expect, it } from 'vitest';
import { comparisonOf, edited, REMOVED } from './code-comparison.testkit.ts';
import { currentLines, movedCode } from './moved-code.ts';

const ONE = ['alpha();', 'bravo();', 'charlie();', 'delta();'];
const TWO = ['kilo();', 'lima();', 'mike();', 'november();'];
const BASE = { 'one.ts': ONE, 'two.ts': TWO };

type Tree = Parameters<typeof comparisonOf>[1];

const moved = (golden: Tree, patched: Tree, base: Parameters<typeof comparisonOf>[0] = BASE) =>
  movedCode(comparisonOf(base, golden, patched));

describe('inGolden', () => {
  it('is the file that received most lines of a removed file', () => {
    const code = moved(
      { 'one.ts': REMOVED, 'few.ts': edited(ONE.slice(0, 1)), 'most.ts': edited(ONE.slice(1)) },
      {},
    );
    expect(code.inGolden('one.ts')).toBe('most.ts');
  });

  it('is the first path if files received equally many lines', () => {
    const half = { 'z.ts': edited(ONE.slice(0, 2)), 'b.ts': edited(ONE.slice(2)) };
    expect(moved({ 'one.ts': REMOVED, ...half }, {}).inGolden('one.ts')).toBe('b.ts');
  });

  it('is undefined for a file that stays, is edited, or whose lines went nowhere', () => {
    const copy = { 'copy.ts': edited(ONE) };
    expect(moved(copy, {}).inGolden('one.ts')).toBeUndefined();
    expect(moved({ 'one.ts': edited([]), ...copy }, {}).inGolden('one.ts')).toBeUndefined();
    expect(
      moved({ 'one.ts': REMOVED, 'new.ts': edited(['other();']) }, {}).inGolden('one.ts'),
    ).toBeUndefined();
  });

  it('ignores files that are gone or not source', () => {
    const hidden = { ...edited(ONE), isSource: false };
    const code = moved({ 'one.ts': REMOVED, 'hidden.ts': hidden }, {});
    expect(code.inGolden('one.ts')).toBeUndefined();
    expect(code.isMovedInGolden('alpha();')).toBe(false);
  });
});

describe('inPatch', () => {
  const golden = { 'one.ts': REMOVED, 'target.ts': edited(ONE) };

  it('is the file with the path of the target in golden', () => {
    const patched = { 'one.ts': REMOVED, 'target.ts': edited(ONE.slice(0, 1)) };
    expect(moved(golden, patched).inPatch('one.ts')).toBe('target.ts');
  });

  it('is otherwise the file that shares most lines with that target', () => {
    const patched = {
      'one.ts': REMOVED,
      'few.ts': edited(ONE.slice(0, 1)),
      'most.ts': edited(ONE.slice(1)),
    };
    expect(moved(golden, patched).inPatch('one.ts')).toBe('most.ts');
  });

  it('is the first path among files that share equally many lines', () => {
    const patched = { 'z.ts': edited(ONE.slice(0, 2)), 'b.ts': edited(ONE.slice(2)) };
    expect(moved(golden, patched).inPatch('one.ts')).toBe('b.ts');
  });

  it('is undefined if no file shares a line, or only a file of another language', () => {
    expect(moved(golden, { 'x.ts': edited(['other();']) }).inPatch('one.ts')).toBeUndefined();
    expect(moved(golden, { 'x.js': edited(ONE) }).inPatch('one.ts')).toBeUndefined();
    expect(moved(golden, {}).inPatch('one.ts')).toBeUndefined();
  });

  it('gives one file of the patch to one file of golden only', () => {
    const both = {
      'one.ts': REMOVED,
      'two.ts': REMOVED,
      'first.ts': edited(ONE),
      'second.ts': edited(TWO.slice(0, 3)),
    };
    const code = moved(both, { 'all.ts': edited([...ONE, ...TWO]) });
    expect(code.inPatch('one.ts')).toBe('all.ts');
    expect(code.inPatch('two.ts')).toBeUndefined();
  });

  it('does not give away a file whose path golden uses for another target', () => {
    const both = {
      'one.ts': REMOVED,
      'two.ts': REMOVED,
      'first.ts': edited(ONE),
      'second.ts': edited(TWO),
    };
    // All of two.ts went to golden's target of one.ts.
    const code = moved(both, { 'first.ts': edited(TWO) });
    expect(code.inPatch('one.ts')).toBe('first.ts');
    expect(code.inPatch('two.ts')).toBeUndefined();
  });

  it('is the new file that replaced a file which golden keeps', () => {
    const patched = { 'two.ts': REMOVED, 'renamed.ts': edited(TWO) };
    const code = moved(golden, patched);
    expect(code.inPatch('two.ts')).toBe('renamed.ts');
    expect(code.inPatch('one.ts')).toBeUndefined();
  });

  it('is no file of base if the patch removes a file which golden keeps', () => {
    const patched = { 'two.ts': REMOVED, 'one.ts': edited(TWO) };
    expect(moved({}, patched).inPatch('two.ts')).toBeUndefined();
  });
});

describe('copiesInPatch', () => {
  const golden = { 'one.ts': REMOVED, 'two.ts': REMOVED, 'all.ts': edited([...ONE, ...TWO]) };

  it('is empty if no new file has the lines', () => {
    expect(moved({}, { 'two.ts': edited(ONE) }).copiesInPatch('one.ts')).toEqual([]);
    expect(moved(golden, {}).copiesInPatch('one.ts')).toEqual([]);
  });

  it('adds a new file with half of the lines to the file that replaced it', () => {
    const patched = { 'all.ts': edited(TWO), 'part.ts': edited(ONE.slice(0, 2)) };
    expect(moved(golden, patched).copiesInPatch('one.ts')).toEqual(['all.ts', 'part.ts']);
  });

  it('leaves out a file with less than half of the lines', () => {
    const patched = { 'all.ts': edited(TWO), 'part.ts': edited(ONE.slice(0, 1)) };
    expect(moved(golden, patched).copiesInPatch('one.ts')).toEqual(['all.ts']);
  });

  it('leaves out a file of another language', () => {
    expect(moved({}, { 'part.js': edited(ONE) }).copiesInPatch('one.ts')).toEqual([]);
    expect(moved({}, { 'part.ts': edited(ONE) }).copiesInPatch('one.ts')).toEqual(['part.ts']);
  });

  it('is empty for a file without significant lines', () => {
    const code = moved({}, { 'part.ts': edited(ONE) }, { ...BASE, 'empty.ts': ['});'] });
    expect(code.copiesInPatch('empty.ts')).toEqual([]);
  });
});

describe('lines', () => {
  const golden = { 'one.ts': REMOVED, 'target.ts': edited(ONE) };

  it('is moved in golden if golden added it to a file, and only lines of base are', () => {
    const code = moved({ ...golden, 'target.ts': edited([...ONE, 'fresh();']) }, {});
    expect(code.isMovedInGolden('alpha();')).toBe(true);
    expect(code.isMovedInGolden('kilo();')).toBe(false);
    expect(code.isMovedInGolden('fresh();')).toBe(false);
  });

  it('is moved in the patch if it is in the file that corresponds to the target', () => {
    const code = moved(golden, {
      'target.ts': edited(ONE.slice(0, 1)),
      'elsewhere.ts': edited(ONE.slice(1)),
    });
    expect(code.isMovedInPatch('alpha();')).toBe(true);
    expect(code.isMovedInPatch('bravo();')).toBe(false);
    expect(code.isMovedInPatch('kilo();')).toBe(false);
  });

  it('is moved in the patch if any of several targets corresponds', () => {
    const twice = { 'one.ts': REMOVED, 'a.ts': edited(ONE), 'b.ts': edited(ONE) };
    expect(moved(twice, { 'b.ts': edited(ONE) }).isMovedInPatch('alpha();')).toBe(true);
  });

  it('is not moved if nothing corresponds', () => {
    expect(moved(golden, {}).isMovedInPatch('alpha();')).toBe(false);
  });

  it('lists the lines of base that the patch added to a file', () => {
    const code = moved({}, { 'new.ts': edited(['  alpha( );', 'fresh();', 'kilo();']) });
    expect([...code.addedInPatch('new.ts')]).toEqual(['alpha();', 'kilo();']);
    expect([...code.addedInPatch('other.ts')]).toEqual([]);
  });
});

describe('currentLines', () => {
  const current = (golden: Tree, patched: Tree): readonly string[] => {
    const comparison = comparisonOf(BASE, golden, patched);
    return [...currentLines(comparison, movedCode(comparison), 'one.ts')];
  };

  it('are those of the file as long as it exists', () => {
    expect(current({}, {})).toEqual(ONE);
    expect(current({}, { 'one.ts': edited([], [[1, 'alpha();']]) })).toEqual(ONE.slice(1));
  });

  it('are those of the file that replaced it', () => {
    const patched = { 'one.ts': REMOVED, 'new.ts': edited([...ONE.slice(0, 2), 'fresh();']) };
    expect(current({}, patched)).toEqual(ONE.slice(0, 2));
  });

  it('are none if nothing replaced it', () => {
    expect(current({}, { 'one.ts': REMOVED })).toEqual([]);
  });
});
