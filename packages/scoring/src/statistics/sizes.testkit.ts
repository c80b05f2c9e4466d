import { randomWords } from './random-words.ts';

/** Reproducible pseudo-random integers in 1..most. */
export function sizesOf(count: number, most: number, seed: number): number[] {
  const words = randomWords(seed);
  return Array.from({ length: count }, () => 1 + (words() % most));
}
