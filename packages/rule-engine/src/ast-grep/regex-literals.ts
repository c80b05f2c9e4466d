/** Text that a match must contain. Each clause requires one of its texts. */
export type LiteralClauses = readonly (readonly string[])[];

const MIN_LENGTH = 3;

/**
 * Returns text that every match of a regular expression must contain. Expressions with flags or with
 * escapes that take arguments are not analysed; an empty result is always correct.
 */
export function regexLiterals(expression: string): LiteralClauses {
  if (UNSUPPORTED.test(expression)) return [];
  const reader: Reader = { text: expression, at: 0 };
  const clauses = readAlternation(reader);
  // If the expression was not read completely, nothing is required.
  return reader.at === expression.length ? clauses : [];
}

/** Unsupported syntax: flags, look-around, escapes with arguments, spaces in `{2, 3}`. */
const UNSUPPORTED = /\(\?(?!:|P?<\w)|\\[xuUpPNkcoQ]|\\b\{|\{[\d,]*\s/;

interface Reader {
  readonly text: string;
  at: number;
}

/** Reads to the end or to a closing parenthesis. */
function readAlternation(reader: Reader): LiteralClauses {
  const branches = [readSequence(reader)];
  while (reader.text[reader.at] === '|') {
    reader.at += 1;
    branches.push(readSequence(reader));
  }
  const [only] = branches;
  if (branches.length === 1 && only !== undefined) return only;
  const longest = branches.map((clauses) =>
    clauses
      .filter((clause) => clause.length === 1)
      .flat()
      .reduce((best, literal) => (literal.length > best.length ? literal : best), ''),
  );
  return longest.includes('') ? [] : [longest];
}

function readSequence(reader: Reader): LiteralClauses {
  const clauses: (readonly string[])[] = [];
  let run = '';
  const flush = (): void => {
    if (run.length >= MIN_LENGTH) clauses.push([run]);
    run = '';
  };
  while (reader.at < reader.text.length && !'|)'.includes(reader.text[reader.at] ?? '')) {
    const part = readPart(reader);
    const least = readQuantifier(reader);
    if (part.kind === 'literal' && least === undefined) {
      run += part.text;
      continue;
    }
    // In `ab+c`, the b is required, but the c does not directly follow the first b.
    if (part.kind === 'literal' && least === 1) run += part.text;
    flush();
    if (part.kind === 'group' && least !== 0) clauses.push(...part.clauses);
  }
  flush();
  return clauses;
}

type Part =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'group'; readonly clauses: LiteralClauses }
  | { readonly kind: 'other' };

const OTHER: Part = { kind: 'other' };

function readPart(reader: Reader): Part {
  const character = String.fromCodePoint(reader.text.codePointAt(reader.at) ?? 0);
  reader.at += character.length;
  switch (character) {
    case '\\':
      return readEscape(reader);
    case '(':
      return readGroup(reader);
    case '[':
      readClass(reader);
      return OTHER;
    case '.':
    case '^':
    case '$':
      return OTHER;
    default:
      return { kind: 'literal', text: character };
  }
}

function readEscape(reader: Reader): Part {
  const escaped = reader.text[reader.at] ?? '';
  reader.at += 1;
  // A class, a boundary or a control character. Other escaped characters are literal.
  return /[A-Za-z0-9<>]/.test(escaped) ? OTHER : { kind: 'literal', text: escaped };
}

function readGroup(reader: Reader): Part {
  const opening = /^\?(?::|P?<\w+>)/.exec(reader.text.slice(reader.at));
  if (opening !== null) reader.at += opening[0].length;
  const clauses = readAlternation(reader);
  reader.at += 1;
  return { kind: 'group', clauses };
}

/** Reads a class after its opening bracket. Classes can be nested in Rust's expressions. */
function readClass(reader: Reader): void {
  if (reader.text[reader.at] === '^') reader.at += 1;
  if (reader.text[reader.at] === ']') reader.at += 1;
  for (let depth = 1; depth > 0 && reader.at < reader.text.length; reader.at += 1) {
    const character = reader.text[reader.at];
    if (character === '\\') reader.at += 1;
    else if (character === '[') depth += 1;
    else if (character === ']') depth -= 1;
  }
}

/** Returns the minimum number of repetitions, at most 1; undefined without a quantifier. */
function readQuantifier(reader: Reader): 0 | 1 | undefined {
  let least: 0 | 1 | undefined;
  for (;;) {
    const found = /^(?:[?*+]|\{\d*(?:,\d*)?\})[?+]?/.exec(
      reader.text.slice(reader.at, reader.at + 32),
    );
    if (found === null) return least;
    reader.at += found[0].length;
    least = least === undefined && /^(?:\+|\{0*[1-9])/.test(found[0]) ? 1 : 0;
  }
}
