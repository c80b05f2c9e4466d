/**
 * ast-grep uses the globs of Rust's globset with its defaults, where `*` and `?` also match `/`:
 * `src/*.ts` matches `src/a/b.ts`. A rule must have the same meaning here as in `ast-grep scan`, so
 * globs are translated and not passed to a library with shell semantics.
 */

/** Backtracking over n stars takes up to (path length)^n steps, so globs with more stars are rejected. */
const MAX_STARS = 6;

/** @throws SyntaxError with what is wrong with the glob */
export function globToRegExp(glob: string, caseInsensitive: boolean): RegExp {
  const stars = glob.match(/\*+/g)?.length ?? 0;
  if (stars > MAX_STARS) throw new SyntaxError(`it contains more than ${MAX_STARS} stars`);
  const source = new GlobReader(glob).alternatives(false);
  return new RegExp(`^${source}$`, caseInsensitive ? 'isu' : 'su');
}

const ANY_CHARACTER = '.';

class GlobReader {
  private readonly characters: readonly string[];
  private at = 0;

  constructor(glob: string) {
    this.characters = Array.from(glob);
  }

  /**
   * Reads to the end of the glob or, inside braces, to `}`. `,` separates alternatives only inside
   * braces.
   */
  alternatives(braced: boolean): string {
    const branches: string[] = [];
    let branch = '';
    for (;;) {
      const character = this.characters[this.at];
      if (character === undefined) {
        if (braced) throw new SyntaxError('a "{" is not closed');
        return branch;
      }
      if (braced && (character === ',' || character === '}')) {
        this.at += 1;
        branches.push(branch);
        branch = '';
        if (character === '}') return `(?:${branches.filter((one) => one !== '').join('|')})`;
        continue;
      }
      if (character === '}') throw new SyntaxError('a "}" closes nothing');
      branch += this.token(character, branch === '');
    }
  }

  private token(character: string, first: boolean): string {
    if (character === '*') return this.stars(first);
    this.at += 1;
    switch (character) {
      case '?':
        return ANY_CHARACTER;
      case '[':
        return this.characterClass();
      case '{':
        return this.alternatives(true);
      case '\\':
        return this.escaped();
      default:
        return escape(character);
    }
  }

  private stars(first: boolean): string {
    const before = this.characters[this.at - 1];
    let count = 0;
    while (this.characters[this.at + count] === '*') count += 1;
    this.at += count;
    const after = this.characters[this.at];
    // `**` means "any folders" only as a whole path component.
    const wholeComponent = count === 2 && (first || before === '/');
    if (wholeComponent && after === '/') {
      this.at += 1;
      return '(?:.*/)?';
    }
    return '.*';
  }

  private escaped(): string {
    const character = this.characters[this.at];
    if (character === undefined) throw new SyntaxError('it ends with a "\\"');
    this.at += 1;
    return escape(character);
  }

  private characterClass(): string {
    const negated = this.characters[this.at] === '!' || this.characters[this.at] === '^';
    if (negated) this.at += 1;
    const start = this.at;
    let members = '';
    for (;;) {
      const character = this.characters[this.at];
      if (character === undefined) throw new SyntaxError('a "[" is not closed');
      this.at += 1;
      // A "]" in the first position is a member.
      if (character === ']' && this.at - 1 > start) break;
      const last = this.at - 1 === start || this.characters[this.at] === ']';
      members += character === '-' && !last ? '-' : escapeMember(character);
    }
    try {
      return new RegExp(`[${negated ? '^' : ''}${members}]`, 'su').source;
    } catch {
      throw new SyntaxError('a range in "[...]" runs backwards');
    }
  }
}

function escape(character: string): string {
  return /[\\^$.*+?()[\]{}|/]/.test(character) ? `\\${character}` : character;
}

function escapeMember(character: string): string {
  return /[\\^\]-]/.test(character) || character === '[' ? `\\${character}` : character;
}
