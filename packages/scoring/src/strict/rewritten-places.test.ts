import type { Witness } from '@refbench/contracts';
import { describe, expect, it } from 'vitest';
import { changes } from './code-comparison.testkit.ts';
import { placeChanges } from './rewritten-places.ts';
import type { ChangeHunk } from './tree-change.ts';

const LINES = new Map([['a.ts', ['before();', 'old(alpha);', 'old(bravo);', 'after();']]]);

const place = (first: number, last = first): Witness => ({
  rule: 'r',
  file: 'a.ts',
  start: { line: first, column: 1 },
  end: { line: last, column: 9 },
});

type Numbered = readonly (readonly [line: number, text: string])[];

const hunk = (removed: Numbered, added: Numbered = []): ChangeHunk => ({
  removed: removed.map(([line, text]) => ({ line, text })),
  added: added.map(([line, text]) => ({ line, text })),
});

const edited = (...hunks: readonly ChangeHunk[]) => ({ hunks, gone: false, isSource: true });

const ALPHA: Numbered = [[2, 'old(alpha);']];
const BRAVO: Numbered = [[3, 'old(bravo);']];

/** What a change of `a.ts` does to a place; words are sorted. */
function changeOf(
  files: Parameters<typeof changes>[0],
  at: Witness,
  targets: readonly string[] = [],
): { readonly touched: boolean; readonly newWords: readonly string[] } {
  const { touched, newWords } = placeChanges(LINES, changes(files), () => targets)(at);
  return { touched, newWords: [...newWords].sort() };
}

const UNTOUCHED = { touched: false, newWords: [] };

describe('a file that stays', () => {
  it('is untouched if it did not change, or a line elsewhere did', () => {
    expect(changeOf({}, place(2))).toEqual(UNTOUCHED);
    const change = { 'a.ts': edited(hunk(ALPHA, [[2, 'fresh(alpha);']])) };
    expect(changeOf(change, place(3))).toEqual(UNTOUCHED);
    expect(changeOf(change, place(1))).toEqual(UNTOUCHED);
    expect(changeOf(change, place(3, 4))).toEqual(UNTOUCHED);
  });

  it('is touched if one of its lines was removed; the new words are those of the hunk', () => {
    const change = { 'a.ts': edited(hunk(ALPHA, [[2, 'fresh(alpha, $x1);']])) };
    expect(changeOf(change, place(2))).toEqual({ touched: true, newWords: ['$x1', 'fresh'] });
    expect(changeOf(change, place(1, 2)).touched).toBe(true);
    expect(changeOf(change, place(2, 4)).touched).toBe(true);
  });

  it('has no new words if the line was only removed', () => {
    expect(changeOf({ 'a.ts': edited(hunk(ALPHA)) }, place(2))).toEqual({
      touched: true,
      newWords: [],
    });
  });

  it('ignores digits and operators, and reads words of any script', () => {
    const change = { 'a.ts': edited(hunk(ALPHA, [[2, 'größe = 42 + né2;']])) };
    expect(changeOf(change, place(2)).newWords).toEqual(['größe', 'né2']);
  });

  it('has no new words from lines that the file had before', () => {
    const change = { 'a.ts': edited(hunk(ALPHA, [[2, ' before( );']])) };
    expect(changeOf(change, place(2)).newWords).toEqual([]);
  });

  it('has no new words if the hunk removed them', () => {
    const change = { 'a.ts': edited(hunk([...ALPHA, ...BRAVO], [[2, 'old(bravo, alpha, x);']])) };
    expect(changeOf(change, place(2)).newWords).toEqual(['x']);
  });

  it('is untouched if its line was added again, with other white space or in another hunk', () => {
    expect(changeOf({ 'a.ts': edited(hunk(ALPHA, [[2, '  old( alpha );']])) }, place(2))).toEqual(
      UNTOUCHED,
    );
    const moved = edited(hunk(ALPHA, []), hunk([], [[9, 'old(alpha);']]));
    expect(changeOf({ 'a.ts': moved }, place(2))).toEqual(UNTOUCHED);
  });

  it('is touched if one line of several was removed and another was added again', () => {
    const change = { 'a.ts': edited(hunk([...ALPHA, ...BRAVO], [[2, 'old(bravo);']])) };
    expect(changeOf(change, place(2, 3)).touched).toBe(true);
    expect(changeOf(change, place(3)).touched).toBe(false);
  });

  it('takes new words only from hunks that removed a line of the place', () => {
    const change = {
      'a.ts': edited(
        hunk(ALPHA, [[2, 'fresh(alpha);']]),
        hunk([[4, 'after();']], [[4, 'later();']]),
      ),
    };
    expect(changeOf(change, place(2)).newWords).toEqual(['fresh']);
    expect(changeOf(change, place(2, 4)).newWords).toEqual(['fresh', 'later']);
  });

  it('takes new words also from a hunk that only moved another line of the place', () => {
    const change = {
      'a.ts': edited(
        hunk(ALPHA, [[2, 'fresh(alpha);']]),
        hunk(BRAVO, [
          [3, 'old(bravo);'],
          [4, 'moved();'],
        ]),
      ),
    };
    expect(changeOf(change, place(2, 3))).toEqual({ touched: true, newWords: ['fresh', 'moved'] });
    expect(changeOf(change, place(3))).toEqual(UNTOUCHED);
  });

  it('knows no words of a file that base lacks', () => {
    const at = { ...place(2), file: 'b.ts' };
    const change = { 'b.ts': edited(hunk(ALPHA, [[2, 'before();']])) };
    expect(changeOf(change, at)).toEqual({ touched: true, newWords: ['before'] });
  });
});

describe('a removed file', () => {
  const whole = (LINES.get('a.ts') ?? []).map((text, at) => [at + 1, text] as const);
  const gone = { hunks: [hunk(whole)], gone: true, isSource: true };
  const target = (...texts: readonly string[]) =>
    edited(
      hunk(
        [],
        texts.map((text, at) => [at + 1, text] as const),
      ),
    );

  it('is touched where its code went nowhere', () => {
    expect(changeOf({ 'a.ts': gone }, place(2))).toEqual({ touched: true, newWords: [] });
  });

  it('is untouched where the file that received its code has the line', () => {
    const files = { 'a.ts': gone, 'b.ts': target('old( alpha );', 'fresh(bravo);') };
    expect(changeOf(files, place(2), ['b.ts'])).toEqual(UNTOUCHED);
    expect(changeOf(files, place(3), ['b.ts'])).toEqual({ touched: true, newWords: ['fresh'] });
    expect(changeOf(files, place(2, 3), ['b.ts']).touched).toBe(true);
  });

  it('has the new words of all files that received its code, and of no other', () => {
    const files = {
      'a.ts': gone,
      'b.ts': target('one();'),
      'c.ts': target('two();'),
      'd.ts': target('three();'),
    };
    expect(changeOf(files, place(2), ['b.ts', 'c.ts', 'absent.ts']).newWords).toEqual([
      'one',
      'two',
    ]);
  });

  it('is untouched on lines that the diff does not list', () => {
    expect(changeOf({ 'a.ts': gone }, place(7))).toEqual(UNTOUCHED);
  });

  it('gives the same answer for each place of the file', () => {
    const files = { 'a.ts': gone, 'b.ts': target('fresh();') };
    const at = placeChanges(LINES, changes(files), () => ['b.ts']);
    expect([...at(place(2)).newWords]).toEqual(['fresh']);
    expect([...at(place(3)).newWords]).toEqual(['fresh']);
  });
});
