import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pythonRandom } from './python-random.ts';

/** Generated with CPython 3.11. */
interface Vector {
  readonly seed: number;
  readonly bits: readonly number[];
  readonly below: readonly number[];
  readonly samples: readonly (readonly [number, number, readonly number[]])[];
}

const BITS = [1, 5, 31, 32, 32, 8];
const LIMITS = [1, 2, 3, 10, 1000, 2 ** 31];

function range(length: number): readonly number[] {
  return Array.from({ length }, (_, index) => index);
}

describe('draws of CPython', () => {
  test('bits, bounded numbers and samples are the same when drawn in sequence', async () => {
    const file = new URL('../../fixtures/python-random.json', import.meta.url);
    const vectors = JSON.parse(await readFile(file, 'utf8')) as readonly Vector[];
    expect(vectors.length).toBeGreaterThan(5);
    for (const { seed, bits, below, samples } of vectors) {
      const random = pythonRandom(seed);
      expect(BITS.map(random.bits)).toEqual(bits);
      expect(LIMITS.map(random.below)).toEqual(below);
      for (const [pool, count, drawn] of samples) {
        expect(random.sample(range(pool), count)).toEqual(drawn);
      }
    }
  });

  test('any seed, pool and count give the same as python3 of this machine', (context) => {
    const script =
      'import json,random,sys\n' +
      'for line in sys.stdin:\n' +
      '  s,p,k=json.loads(line); print(json.dumps(random.Random(s).sample(range(p),k)))\n';
    const cases = fc.sample(
      fc
        .tuple(fc.maxSafeInteger(), fc.nat(3000), fc.nat(200))
        .map(([seed, pool, count]) => [seed, pool, Math.min(pool, count)] as const),
      { numRuns: 300, seed: 7 },
    );
    let answer: string;
    try {
      const input = cases.map((each) => `${JSON.stringify(each)}\n`).join('');
      answer = execFileSync('python3', ['-c', script], { input }).toString();
    } catch {
      return context.skip('this machine has no python3; the vectors of CPython were compared');
    }
    const expected = answer
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as readonly number[]);
    expect(
      cases.map(([seed, pool, count]) => pythonRandom(seed).sample(range(pool), count)),
    ).toEqual(expected);
  });

  test('an impossible sample is rejected', () => {
    expect(() => pythonRandom(1.5)).toThrow(RangeError);
    expect(() => pythonRandom(1).sample([1, 2], 3)).toThrow(RangeError);
  });
});
