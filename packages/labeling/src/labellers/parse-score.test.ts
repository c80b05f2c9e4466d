import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseScore } from './parse-score.ts';

test.each([
  ['2', 2],
  [' 0\n', 0],
  ['Score: 3', 3],
  ['score: 2/3', 2],
  ['2/3', 2],
  ['**Score:** 1', 1],
  ['{"score": 0}', 0],
  ['"rating" = "2"', 2],
  ['The label is 1.', 1],
  ['<think>3</think> 2', 2],
  ['<thinking>score: 3 or 0?</thinking>\nScore: 1', 1],
  ['maybe score 3 ... </think> 0', 0],
  ['2 <think>but score: 3', 2],
  ['On the 0-3 scale I give it a 1', 1],
  ['From 0 to 3, this is a 2', 2],
  ['A score of 3 would be too hard. Score: 1', 1],
  ['Score: 0\nBecause 2 of 3 tests', 0],
  ['10', undefined],
  ['1.5', undefined],
  ['score: 1.5', undefined],
  ['4', undefined],
  ['Score: 12', undefined],
  ['1 or 2', undefined],
  ['none', undefined],
  ['', undefined],
  ['<think>2</think>', undefined],
  ['score: 0-3', undefined],
  ['30% of 2.5', undefined],
] as const)('%j is %j', (text, expected) => {
  expect(parseScore(text)).toBe(expected);
});

test('never takes a digit of a larger number', () => {
  fc.assert(
    fc.property(fc.integer({ min: 4, max: 9_999_999 }), (number) => {
      expect(parseScore(`about ${number} lines`)).toBeUndefined();
    }),
  );
});
