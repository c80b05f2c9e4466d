import { classSource } from './regex-class.ts';
import {
  codePoint,
  RegexFault,
  RegexReader,
  startingState,
  type RegexFlags,
  type RegexState,
} from './regex-reader.ts';

export type CompiledRegex =
  | {
      readonly kind: 'regex';
      /** As it was written. */
      readonly source: string;
      /** Sticky if anchored, otherwise global. */
      readonly regex: RegExp;
      /** The group in `RegExpExecArray.groups` of each number, and the name it was written with. */
      readonly groups: readonly { readonly key: string; readonly name?: string }[];
    }
  | { readonly kind: 'unsupported'; readonly reason: string };

const cache = new Map<string, CompiledRegex>();

/**
 * A PCRE2 expression as a JavaScript one with the same matches: `.`, `^`, `$`, `\s` and the like are
 * spelled out, so that no difference in their meaning is left. Flags: `i`, `m`, `s`, `x` as in PCRE2,
 * `a` for anchored.
 */
export function compileRegex(source: string, flags = ''): CompiledRegex {
  const key = `${flags}/${source}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const compiled = compile(source, flags);
  cache.set(key, compiled);
  return compiled;
}

function compile(source: string, flags: string): CompiledRegex {
  try {
    const state = startingState(flags);
    const reader = new RegexReader(source);
    const translated = alternatives(reader, state, { ...state.flags });
    if (!reader.done) throw new RegexFault(`")" without "(" at ${reader.at}`);
    const regex = new RegExp(translated, `u${flags.includes('a') ? 'y' : 'g'}`);
    return { kind: 'regex', source, regex, groups: state.groups };
  } catch (error) {
    if (error instanceof RegexFault || error instanceof SyntaxError) {
      return { kind: 'unsupported', reason: `the regular expression ${error.message}` };
    }
    throw error;
  }
}

/** Up to the closing parenthesis. Settings such as `(?i)` hold to the end of the group. */
function alternatives(reader: RegexReader, state: RegexState, flags: RegexFlags): string {
  let translated = '';
  while (!reader.done && reader.peek() !== ')') {
    if (reader.eat('|')) {
      translated += '|';
      continue;
    }
    if (flags.x && /\s/.test(reader.peek())) {
      reader.next();
      continue;
    }
    if (flags.x && reader.peek() === '#') {
      reader.takeUntil('\n');
      continue;
    }
    translated += quantified(reader, state, flags);
  }
  return translated;
}

function quantified(reader: RegexReader, state: RegexState, flags: RegexFlags): string {
  const atom = atomSource(reader, state, flags);
  if (flags.x) reader.take(/\s*/y);
  const quantifier = reader.take(/[*+?]|\{\d+(?:,\d*)?\}|\{,\d+\}/y);
  if (quantifier === '') return atom;
  if (atom === '') throw new RegexFault('repeats nothing');
  const times = quantifier.replace('{,', '{0,');
  if (reader.eat('+')) return atomic(state, `${atom}${times}`);
  return `${atom}${times}${reader.eat('?') ? '?' : ''}`;
}

/** Look-ahead gives nothing back, so what it took stands fast. */
function atomic(state: RegexState, inner: string): string {
  state.helpers += 1;
  return `(?:(?=(?<h${state.helpers}>${inner}))\\k<h${state.helpers}>)`;
}

const START = '(?<![^])';
const END = '(?![^])';
const BEFORE_LAST_NEWLINE = '(?=\\n?(?![^]))';
const LINE_START = `(?:${START}|(?<=\\n)(?=[^]))`;
const LINE_END = '(?=\\n|(?![^]))';

function atomSource(reader: RegexReader, state: RegexState, flags: RegexFlags): string {
  const char = reader.next();
  switch (char) {
    case '.':
      return flags.s ? '[^]' : '[^\\n]';
    case '^':
      return flags.m ? LINE_START : START;
    case '$':
      return flags.m ? LINE_END : BEFORE_LAST_NEWLINE;
    case '[':
      return classSource(reader, flags.i);
    case '(':
      return groupSource(reader, state, flags);
    case '\\':
      return escapeSource(reader, state, flags);
    case '*':
    case '+':
    case '?':
      throw new RegexFault(`repeats nothing at ${reader.at}`);
    default:
      return literal(char, flags.i);
  }
}

function literal(char: string, ignoreCase: boolean): string {
  const other = char === char.toLowerCase() ? char.toUpperCase() : char.toLowerCase();
  if (ignoreCase && other !== char && other.length === char.length) {
    return `[${codePoint(char)}${codePoint(other)}]`;
  }
  return codePoint(char);
}

function groupSource(reader: RegexReader, state: RegexState, flags: RegexFlags): string {
  if (reader.eat('*')) throw new RegexFault('has a backtracking verb');
  if (!reader.eat('?')) return capture(reader, state, flags);
  if (reader.eat('#')) {
    reader.takeUntil(')');
    reader.eat(')');
    return '';
  }
  for (const look of [':', '=', '!', '<=', '<!']) {
    if (reader.eat(look)) return `(?${look}${body(reader, state, flags)})`;
  }
  if (reader.eat('>')) return atomic(state, `(?:${body(reader, state, flags)})`);
  const back = /^P=(\w+)\)/.exec(reader.rest);
  if (back !== null) {
    reader.skip(back[0].length);
    return reference(state, back[1] ?? '');
  }
  const named = /^(?:P?<(\w+)>|'(\w+)')/.exec(reader.rest);
  if (named !== null) {
    reader.skip(named[0].length);
    return capture(reader, state, flags, named[1] ?? named[2]);
  }
  const setting = /^\^?([imsx]*)(?:-([imsx]+))?([:)])/.exec(reader.rest);
  if (setting === null) {
    throw new RegexFault(`has the unsupported group "(?${reader.rest.slice(0, 8)}"`);
  }
  reader.skip(setting[0].length);
  const changed = { ...flags };
  for (const flag of setting[1] ?? '') changed[flag as keyof RegexFlags] = true;
  for (const flag of setting[2] ?? '') changed[flag as keyof RegexFlags] = false;
  if (setting[3] === ':') return `(?:${body(reader, state, changed)})`;
  // From here to the end of the group around it.
  Object.assign(flags, changed);
  return '';
}

function body(reader: RegexReader, state: RegexState, flags: RegexFlags): string {
  const inner = alternatives(reader, state, { ...flags });
  if (!reader.eat(')')) throw new RegexFault('lacks a ")"');
  return inner;
}

function capture(reader: RegexReader, state: RegexState, flags: RegexFlags, name?: string): string {
  const key = `g${state.groups.length + 1}`;
  state.groups.push(name === undefined ? { key } : { key, name });
  if (name !== undefined) state.named.set(name, key);
  return `(?<${key}>${body(reader, state, flags)})`;
}

function reference(state: RegexState, name: string): string {
  const key = /^\d+$/.test(name) ? `g${name}` : state.named.get(name);
  if (key === undefined) throw new RegexFault(`refers to the unknown group "${name}"`);
  return `\\k<${key}>`;
}

const SIMPLE: Readonly<Record<string, string>> = {
  A: START,
  z: END,
  Z: BEFORE_LAST_NEWLINE,
  b: '\\b',
  B: '\\B',
  N: '[^\\n]',
  R: '(?:\\r\\n|[\\n\\v\\f\\r\\u0085\\u2028\\u2029])',
  X: '(?:\\P{M}\\p{M}*)',
};

function escapeSource(reader: RegexReader, state: RegexState, flags: RegexFlags): string {
  const char = reader.peek();
  const simple = SIMPLE[char];
  if (simple !== undefined) {
    reader.next();
    return simple;
  }
  if (reader.eat('Q')) {
    const text = reader.takeUntil('\\E');
    reader.eat('\\E');
    return `(?:${Array.from(text, (one) => literal(one, flags.i)).join('')})`;
  }
  if (reader.eat('E')) return '';
  if (char === 'K' || char === 'G' || char === 'C') {
    throw new RegexFault(`has the unsupported escape "\\${char}"`);
  }
  const back = /^(?:([1-9]\d?)|g\{?(\w+)\}?|k[<{'](\w+)[>}'])/.exec(reader.rest);
  if (back !== null) {
    reader.skip(back[0].length);
    return reference(state, back[1] ?? back[2] ?? back[3] ?? '');
  }
  const escaped = reader.escape();
  return escaped.kind === 'set' ? `[${escaped.source}]` : literal(escaped.char, flags.i);
}
