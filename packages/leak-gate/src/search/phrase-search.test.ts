import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MIN_PHRASE_BYTES, phraseSearch } from './phrase-search.ts';
import { MAX_PHRASE_BYTES, TextWindows } from './text-windows.ts';

/** Returns the phrases that are found in a text that arrives in these chunks. */
function foundIn(phrases: readonly Buffer[], chunks: readonly Buffer[]): ReadonlySet<number> {
  const search = phraseSearch(phrases);
  const windows = new TextWindows();
  const found = new Set<number>();
  const look: Parameters<typeof windows.flush>[0] = (window) =>
    search.search(window, (phrase) => found.add(phrase));
  for (const chunk of chunks) windows.push(chunk, look);
  windows.flush(look);
  return found;
}

// Few different bytes, so that blocks of phrase and text are often equal.
const bytes = (size: { readonly minLength: number; readonly maxLength: number }) =>
  fc.array(fc.constantFrom(0, 0x61, 0x62, 0xff), size).map((values) => Buffer.from(values));
const phrase = bytes({ minLength: MIN_PHRASE_BYTES, maxLength: 60 });

it('finds the same phrases as a simple search', () => {
  fc.assert(
    fc.property(
      fc.array(phrase, { minLength: 1, maxLength: 5 }),
      fc.array(
        fc.oneof(
          bytes({ minLength: 0, maxLength: 40 }).map((filler) => ({ filler })),
          fc.nat({ max: 4 }).map((index) => ({ index })),
        ),
        { maxLength: 8 },
      ),
      fc.nat({ max: 50 }),
      (phrases, parts, cut) => {
        const text = Buffer.concat(
          parts.map((part) =>
            'filler' in part ? part.filler : (phrases[part.index % phrases.length] ?? Buffer.of()),
          ),
        );
        const expected = phrases.flatMap((wanted, index) => (text.includes(wanted) ? [index] : []));
        const found = foundIn(phrases, [text.subarray(0, cut), text.subarray(cut)]);
        expect(found).toEqual(new Set(expected));
      },
    ),
  );
});

it('finds a phrase across two windows, and nothing of the previous text', () => {
  const wanted = Buffer.from('one phrase that is cut in two by the window');
  for (const before of [2 ** 20 - 1, 2 ** 20 - 20, 2 ** 21 - MAX_PHRASE_BYTES - 7]) {
    expect(foundIn([wanted], [Buffer.alloc(before, '.'), wanted, Buffer.alloc(9)])).toEqual(
      new Set([0]),
    );
  }
  const windows = new TextWindows();
  const seen: string[] = [];
  windows.push(Buffer.from('the text before'), () => undefined);
  windows.reset();
  windows.push(Buffer.from('this'), () => undefined);
  windows.flush(({ bytes: text }) => seen.push(text.toString()));
  expect(seen).toEqual(['this']);
});

it('refuses a phrase that could be missed', () => {
  expect(() => phraseSearch([Buffer.alloc(MIN_PHRASE_BYTES - 1)])).toThrow(RangeError);
});
