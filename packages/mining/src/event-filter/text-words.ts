import type { Keyword } from './keyword.ts';

const WORD = /[\p{L}\p{N}_]+/gu;
/** The words of a phrase may be separated by hyphens or blanks. */
const JOINT = /^[\s-]+$/;

/**
 * Indexes the words of a text in lower case. Only whole words match: "prefix", "fixture" and
 * "splinter" contain neither "fix" nor "lint".
 */
export class TextWords {
  private readonly words: string[] = [];
  /** True if a word and its predecessor may belong to the same phrase. */
  private readonly joined: boolean[] = [];
  private readonly places = new Map<string, number[]>();

  constructor(text: string) {
    let end = 0;
    for (const match of text.matchAll(WORD)) {
      const word = match[0].toLowerCase();
      const places = this.places.get(word);
      if (places === undefined) this.places.set(word, [this.words.length]);
      else places.push(this.words.length);
      this.words.push(word);
      this.joined.push(JOINT.test(text.slice(end, match.index)));
      end = match.index + match[0].length;
    }
  }

  contain({ forms }: Keyword): boolean {
    return forms.some(([first = '', ...rest]) => {
      const places = this.places.get(first) ?? [];
      return places.some((place) =>
        rest.every(
          (word, at) => this.words[place + at + 1] === word && this.joined[place + at + 1],
        ),
      );
    });
  }
}
