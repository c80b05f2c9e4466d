/** Why an expression cannot be translated. */
export class RegexFault extends Error {}

export interface RegexFlags {
  i: boolean;
  m: boolean;
  s: boolean;
  x: boolean;
}

export interface RegexState {
  readonly flags: RegexFlags;
  readonly groups: { readonly key: string; readonly name?: string }[];
  readonly named: Map<string, string>;
  /** Groups that stand for no group of the expression. */
  helpers: number;
}

export const startingState = (flags: string): RegexState => ({
  flags: {
    i: flags.includes('i'),
    m: flags.includes('m'),
    s: flags.includes('s'),
    x: flags.includes('x'),
  },
  groups: [],
  named: new Map(),
  helpers: 0,
});

export const codePoint = (char: string): string =>
  /^[A-Za-z0-9_]$/.test(char) ? char : `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;

const HORIZONTAL = '\\t \\u00a0\\u1680\\u180e\\u2000-\\u200a\\u202f\\u205f\\u3000';
const VERTICAL = '\\n-\\r\\u0085\\u2028\\u2029';
const SPACE = '\\t-\\r ';

/** Sets of characters by their escapes, as the inside of a class. Only ASCII, as without PCRE2_UCP. */
const SETS: Readonly<Record<string, string>> = {
  d: '0-9',
  D: '\\0-\\/:-\\u{10ffff}',
  w: 'A-Za-z0-9_',
  W: '\\0-\\/:-@\\[-\\^`\\{-\\u{10ffff}',
  s: SPACE,
  S: '\\0-\\u{8}\\u{e}-\\u{1f}!-\\u{10ffff}',
  h: HORIZONTAL,
  H: '\\0-\\u{8}\\n-\\u{1f}!-\\u{9f}\\u{a1}-\\u{167f}\\u{1681}-\\u{180d}\\u{180f}-\\u{1fff}\\u{200b}-\\u{202e}\\u{2030}-\\u{205e}\\u{2060}-\\u{2fff}\\u{3001}-\\u{10ffff}',
  v: VERTICAL,
  V: '\\0-\\t\\u{e}-\\u{84}\\u{86}-\\u{2027}\\u{202a}-\\u{10ffff}',
};

const CONTROLS: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  f: '\f',
  e: '\u001b',
  a: '\u0007',
};

export type Escaped =
  | { readonly kind: 'set'; readonly source: string }
  | { readonly kind: 'char'; readonly char: string };

/** Reads an expression character by character; a character is a code point. */
export class RegexReader {
  at = 0;
  private readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  get done(): boolean {
    return this.at >= this.source.length;
  }

  get rest(): string {
    return this.source.slice(this.at);
  }

  peek(): string {
    const code = this.source.codePointAt(this.at);
    return code === undefined ? '' : String.fromCodePoint(code);
  }

  next(): string {
    const char = this.peek();
    if (char === '') throw new RegexFault('ends too early');
    this.at += char.length;
    return char;
  }

  skip(length: number): void {
    this.at += length;
  }

  eat(text: string): boolean {
    if (!this.source.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }

  /** What the sticky expression matches here. */
  take(expression: RegExp): string {
    expression.lastIndex = this.at;
    const found = expression.exec(this.source)?.[0] ?? '';
    this.at += found.length;
    return found;
  }

  takeUntil(text: string): string {
    const end = this.source.indexOf(text, this.at);
    const found = this.source.slice(this.at, end < 0 ? undefined : end);
    this.at += found.length;
    return found;
  }

  /** What stands after a backslash, where it is a character or a set of them. */
  escape(): Escaped {
    const hex = this.take(/x(?:\{[0-9a-fA-F]+\}|[0-9a-fA-F]{0,2})/y);
    if (hex !== '') return character(Number.parseInt(hex.replace(/[x{}]/g, '') || '0', 16));
    const octal = this.take(/o\{[0-7]+\}|0[0-7]{0,2}/y);
    if (octal !== '') return character(Number.parseInt(octal.replace(/[o{}]/g, ''), 8));
    const property = this.take(/[pP](?:\{\^?[A-Za-z]+\}|[A-Z])/y);
    if (property !== '') return { kind: 'set', source: propertySource(property) };
    const char = this.next();
    const set = SETS[char];
    if (set !== undefined) return { kind: 'set', source: set };
    const control = CONTROLS[char];
    if (control !== undefined) return { kind: 'char', char: control };
    if (/[A-Za-z0-9]/.test(char)) throw new RegexFault(`has the unsupported escape "\\${char}"`);
    return { kind: 'char', char };
  }
}

const character = (code: number): Escaped => ({ kind: 'char', char: String.fromCodePoint(code) });

function propertySource(written: string): string {
  const name = written.replace(/[{}^]/g, '').slice(1);
  const negative = written.startsWith('P') !== written.includes('^');
  const script = name.length > 2 ? `Script=${name}` : name;
  return `\\${negative ? 'P' : 'p'}{${script}}`;
}
