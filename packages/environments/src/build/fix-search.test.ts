import { NO_ADJUSTMENTS, type Adjustments, type Diagnosis } from '@refbench/env-builder';
import { expect, test } from 'vitest';
import { FixSearch, type Proposal, type Standing } from './fix-search.ts';
import { otherToolchains } from './other-toolchains.ts';

/** Knows the fixes `a`, `b` and `c`, each as a system package. */
function find(known: Adjustments): readonly Diagnosis[] {
  return ['a', 'b', 'c']
    .filter((name) => !known.systemPackages.includes(name))
    .map((name) => ({
      adjustments: { ...NO_ADJUSTMENTS, systemPackages: [...known.systemPackages, name] },
      because: name,
    }));
}

function standing(stage: Standing['stage'], passed = 0, failed = 0, log = ''): Standing {
  return { stage, passed, failed, unstable: 0, log };
}

test('fixes that reveal another failure are kept until an image exists', () => {
  const search = new FixSearch(6, 3);
  expect(search.record(standing('unbuilt', 0, 0, 'first error'))).toBe(true);
  expect(search.advance(find)?.because).toBe('a');
  expect(search.record(standing('unbuilt', 0, 0, 'second error'))).toBe(true);
  expect(search.advance(find)?.because).toBe('b');
  expect(search.record(standing('unbuilt', 0, 0, 'second error'))).toBe(false);
  expect(search.advance(find)?.because).toBe('c');
  expect(search.record(standing('admitted', 10, 0))).toBe(true);
  expect(search.advance(find)).toBeUndefined();
  expect(search.fixes).toEqual(['a', 'c']);
});

test('an image that the leak gate refuses is further than none, so its refusal is reported', () => {
  const search = new FixSearch(6, 3);
  search.record(standing('unbuilt', 0, 0, 'not found'));
  search.advance(find);
  expect(search.record(standing('leaking'))).toBe(true);
  expect(search.record(standing('unbuilt', 0, 0, 'another error'))).toBe(false);
  expect(search.record(standing('observed'))).toBe(true);
});

test('an admitted environment only keeps fixes with which more tests pass', () => {
  const search = new FixSearch(6, 3);
  search.record(standing('admitted', 10, 2));
  expect(search.advance(find)?.because).toBe('a');
  expect(search.record(standing('admitted', 10, 2))).toBe(false);
  expect(search.advance(find)?.because).toBe('b');
  expect(search.record(standing('admitted', 11, 1))).toBe(true);
  // A refused fix is new again, because another one was kept since.
  expect(search.advance(find)?.because).toBe('a');
  expect(search.record(standing('observed', 12, 0))).toBe(false);
  expect(search.advance(find)).toBeUndefined();
  expect(search.fixes).toEqual(['b']);
});

test('the number of tries is limited', () => {
  const search = new FixSearch(2, 3);
  search.record(standing('unbuilt', 0, 0, 'first error'));
  expect(search.advance(find)?.because).toBe('a');
  search.record(standing('unbuilt', 0, 0, 'second error'));
  expect(search.advance(find)).toBeUndefined();
});

test('a fix that leads to another failure of the suite is kept, but not fewer passing tests', () => {
  const search = new FixSearch(6, 3);
  search.record(standing('observed', 0, 1, 'No module named a: error'));
  search.advance(find);
  expect(search.record(standing('observed', 0, 1, 'No module named b: error'))).toBe(true);
  search.advance(find);
  expect(search.record(standing('observed', 5, 1, 'error'))).toBe(true);
  search.advance(find);
  expect(search.record(standing('observed', 4, 1, 'another error'))).toBe(false);
});

test('a guess that only leads to another failure is dropped', () => {
  const guess = (known: Adjustments): readonly Proposal[] =>
    otherToolchains(standing('unbuilt'), known);
  const search = new FixSearch(6, 3);
  search.record(standing('unbuilt', 0, 0, 'first error'));
  expect(search.advance(guess)?.adjustments.toolchain).toBe(-1);
  expect(search.record(standing('unbuilt', 0, 0, 'second error'))).toBe(false);
  expect(search.advance(guess)?.adjustments.toolchain).toBe(1);
  expect(search.record(standing('observed', 0, 1))).toBe(true);
  expect(search.advance(guess)?.adjustments).toMatchObject({ toolchain: 1, undated: true });
});

test('no other toolchain is tried where tests pass, or where the leak gate refuses', () => {
  const guesses = (one: Standing): number => otherToolchains(one, NO_ADJUSTMENTS).length;
  expect(guesses(standing('observed', 3, 1))).toBe(3);
  expect(guesses(standing('observed', 3, 0))).toBe(0);
  expect(guesses(standing('observed', 10, 1))).toBe(0);
  expect(guesses(standing('leaking', 0, 1))).toBe(0);
  expect(guesses(standing('admitted', 0, 1))).toBe(0);
});
