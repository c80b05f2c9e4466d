import { randomWords } from './random-words.ts';

/** Pseudo-random whole numbers from 1 to `most`, the same in every run. */
export function sizesOf(count: number, most: number, seed: number): number[] {
  const words = randomWords(seed);
  return Array.from({ length: count }, () => 1 + (words() % most));
}
