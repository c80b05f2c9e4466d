import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shellQuote } from './shell-quote.ts';

it('quotes any text as one word of a shell', () => {
  const words = fc.array(fc.string({ unit: 'binary' }).filter((word) => !word.includes('\0')));
  fc.assert(
    fc.property(words, (list) => {
      const script = `printf '%s\\0' ${list.map(shellQuote).join(' ')}`;
      const printed = list.length === 0 ? '' : execFileSync('sh', ['-c', script]).toString('utf8');
      expect(printed).toBe(list.map((word) => `${word}\0`).join(''));
    }),
    { numRuns: 30 },
  );
});
