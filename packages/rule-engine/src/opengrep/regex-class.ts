import { codePoint, RegexFault, type RegexReader } from './regex-reader.ts';

const POSIX: Readonly<Record<string, string>> = {
  alpha: 'A-Za-z',
  digit: '0-9',
  alnum: 'A-Za-z0-9',
  upper: 'A-Z',
  lower: 'a-z',
  space: '\\t-\\r ',
  blank: '\\t ',
  punct: '!-\\/:-@\\[-`\\{-~',
  xdigit: '0-9A-Fa-f',
  word: 'A-Za-z0-9_',
  cntrl: '\\0-\\u{1f}\\u{7f}',
  print: ' -~',
  graph: '!-~',
  ascii: '\\0-\\u{7f}',
};

type Member =
  | { readonly kind: 'set'; readonly source: string }
  | { readonly kind: 'char'; readonly char: string };

/** A bracketed class, from behind its `[`. A `]` that comes first is a character of it. */
export function classSource(reader: RegexReader, ignoreCase: boolean): string {
  const negated = reader.eat('^') ? '^' : '';
  let source = '';
  let first = true;
  while (first || reader.peek() !== ']') {
    if (reader.done) throw new RegexFault('lacks a "]"');
    first = false;
    const from = member(reader);
    if (from === undefined) continue;
    if (from.kind === 'char' && /^-[^\]]/su.test(reader.rest)) {
      const mark = reader.at;
      reader.skip(1);
      const to = member(reader);
      if (to?.kind === 'char') {
        source += range(from.char, to.char, ignoreCase);
        continue;
      }
      reader.at = mark;
    }
    source += from.kind === 'set' ? from.source : range(from.char, from.char, ignoreCase);
  }
  reader.skip(1);
  return `[${negated}${source}]`;
}

function member(reader: RegexReader): Member | undefined {
  const posix = reader.take(/\[:\^?[a-z]+:\]/y);
  if (posix !== '') {
    const set = POSIX[posix.replace(/[[\]:^]/g, '')];
    if (set === undefined || posix.includes('^'))
      throw new RegexFault(`has the unknown class ${posix}`);
    return { kind: 'set', source: set };
  }
  if (!reader.eat('\\')) return { kind: 'char', char: reader.next() };
  if (reader.eat('E')) return undefined;
  if (reader.eat('b')) return { kind: 'char', char: '\b' };
  if (reader.peek() === 'Q') throw new RegexFault('quotes inside a class');
  return reader.escape();
}

function range(from: string, to: string, ignoreCase: boolean): string {
  const plain = from === to ? codePoint(from) : `${codePoint(from)}-${codePoint(to)}`;
  if (!ignoreCase) return plain;
  const upper = overlap(from, to, 'A', 'Z').map((char) => char.toLowerCase());
  const lower = overlap(from, to, 'a', 'z').map((char) => char.toUpperCase());
  return plain + [...upper, ...lower].map(codePoint).join('');
}

/** The letters of the second range that are in the first. */
function overlap(from: string, to: string, first: string, last: string): readonly string[] {
  const letters: string[] = [];
  for (let code = first.charCodeAt(0); code <= last.charCodeAt(0); code += 1) {
    if (code >= (from.codePointAt(0) ?? 0) && code <= (to.codePointAt(0) ?? 0)) {
      letters.push(String.fromCharCode(code));
    }
  }
  return letters;
}
