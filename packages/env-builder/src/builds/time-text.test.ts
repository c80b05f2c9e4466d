import { expect, test } from 'vitest';
import { timeText } from './time-text.ts';

test.each([
  [{ durationMs: 31_400, processorMs: 44_000 }, '31 s (44 s of processor time)'],
  [{ durationMs: 400, processorMs: undefined }, '0 s'],
])('%j', (time, text) => {
  expect(timeText(time)).toBe(text);
});
