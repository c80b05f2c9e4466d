import type { Keyword } from './keyword.ts';

const WORD = /[\p{L}\p{N}_]+/gu;
/** Between the words of a phrase, hyphens and blanks are alike. */
const JOINT = /^[\s-]+$/;

/** A text by its words, in lower case. "prefix", "fixture" and "splinter" hold neither "fix" nor "lint". */
export class TextWords {
  private readonly words: string[] = [];
  /** Whether a word and the one before it may belong to one phrase. */
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

  hold({ forms }: Keyword): boolean {
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
