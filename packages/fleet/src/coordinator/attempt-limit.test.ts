import { expect, test } from 'vitest';
import { AttemptLimit } from './attempt-limit.ts';

test('nothing limits attempts until a provider complains', () => {
  const limit = new AttemptLimit();
  expect(limit.next(0, 50, 0)).toBe(Infinity);
  expect(limit.next(0, 50, 1e9)).toBe(Infinity);
});

test('complaints of one moment count once, and lasting ones take it down to one attempt', () => {
  const limit = new AttemptLimit();
  expect(limit.next(1, 10, 0)).toBe(7);
  expect(limit.next(9, 10, 1000)).toBe(7);
  expect(limit.next(10, 7, 30_000)).toBe(4);
  expect(limit.next(11, 4, 60_000)).toBe(2);
  expect(limit.next(12, 2, 90_000)).toBe(1);
  expect(limit.next(13, 1, 120_000)).toBe(1);
});

test('each quiet minute allows one more', () => {
  const limit = new AttemptLimit();
  limit.next(1, 10, 0);
  expect(limit.next(1, 7, 59_999)).toBe(7);
  expect(limit.next(1, 7, 60_000)).toBe(8);
  expect(limit.next(1, 8, 119_999)).toBe(8);
  expect(limit.next(1, 8, 120_000)).toBe(9);
});
