import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ANCHORS, PATTERNS, secretPatterns } from './secrets.ts';

/** A pattern without what the generator of texts does not know: ends of words, and starts of lines. */
function generated({ source }: RegExp): RegExp {
  const known = source.replaceAll('[^]', String.raw`[\s\S]`).replaceAll(String.raw`\b`, '');
  return new RegExp(known.replaceAll(/(?<!\[|^)\^/g, String.raw`\n`));
}

test.each(PATTERNS)('texts with $what are searched for it', ({ what, pattern }) => {
  fc.assert(
    fc.property(fc.stringMatching(generated(pattern)), (text) => {
      // Other text may come before it and after it.
      const line = `\n${text}\n`;
      fc.pre(line.match(pattern) !== null);
      expect(line).toMatch(ANCHORS);
      expect(secretPatterns(line).map((hit) => hit.what)).toContain(what);
    }),
  );
});
