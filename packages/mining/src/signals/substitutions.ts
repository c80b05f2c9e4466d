import { tokensOf } from './line-shape.ts';

/** A replacement that occurs less often may be a decision about one place. */
const MIN_TIMES = 3;

/**
 * Finds out how much of a diff a search and replace would have done. Lines of a hunk are paired in
 * order; a pair is explained if every replacement of tokens in it occurs several times in the diff.
 */
export class Substitutions {
  private readonly pairs: (readonly string[])[] = [];
  private readonly times = new Map<string, number>();

  /** Adds the removed and added lines of one hunk. Without a partner, a line is not explained. */
  add(removed: readonly string[], added: readonly string[]): void {
    for (const [at, line] of removed.entries()) {
      const partner = added[at];
      if (partner === undefined) return;
      const replaced = replacements(tokensOf(line), tokensOf(partner));
      this.pairs.push(replaced);
      for (const one of replaced) this.times.set(one, (this.times.get(one) ?? 0) + 1);
    }
  }

  /** Number of pairs of lines that are explained. */
  explained(): number {
    return this.pairs.filter((replaced) =>
      replaced.every((one) => (this.times.get(one) ?? 0) >= MIN_TIMES),
    ).length;
  }
}

/**
 * Tokens at the same place if both lines have as many; otherwise the part between the common
 * beginning and the common end.
 */
function replacements(olds: readonly string[], news: readonly string[]): readonly string[] {
  if (olds.length === news.length) {
    return olds.flatMap((old, at) => (old === news[at] ? [] : [`${old}\0${news[at] ?? ''}`]));
  }
  const shorter = Math.min(olds.length, news.length);
  let head = 0;
  while (head < shorter && olds[head] === news[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && olds.at(-1 - tail) === news.at(-1 - tail)) tail += 1;
  const middle = (tokens: readonly string[]): string =>
    tokens.slice(head, tokens.length - tail).join(' ');
  return [`${middle(olds)}\0${middle(news)}`];
}
