import type { Comparison } from './formula.ts';

const TOKEN =
  /\s*(?:(\d+(?:\.\d+)?|0[xob][\da-fA-F]+)|("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|(\$[A-Z_][A-Z_0-9]*|\$\d+)|(\*\*|[<>=!]=|[-+*/%<>()[\],]|\w+(?:\.\w+)*))/y;

/** Binding strength of the operators between two operands. */
const STRENGTH: Readonly<Record<string, number>> = {
  or: 1,
  and: 2,
  in: 4,
  'not in': 4,
  '==': 4,
  '!=': 4,
  '<': 4,
  '>': 4,
  '<=': 4,
  '>=': 4,
  '+': 5,
  '-': 5,
  '*': 6,
  '/': 6,
  '%': 6,
  '**': 7,
};

/** The small Python that comparisons are written in; undefined where more is used. */
export function parseComparison(source: string): Comparison | undefined {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.trimEnd().length) {
    const found = TOKEN.exec(source);
    if (found === null) return undefined;
    tokens.push(found[0].trim());
  }
  const reader = { tokens, at: 0 };
  const parsed = operation(reader, 0);
  return reader.at === tokens.length ? parsed : undefined;
}

interface Reader {
  readonly tokens: readonly string[];
  at: number;
}

function operation(reader: Reader, strength: number): Comparison | undefined {
  let left = unary(reader);
  while (left !== undefined) {
    const operator = operatorAt(reader);
    const own = STRENGTH[operator];
    if (own === undefined || own <= strength) return left;
    reader.at += operator === 'not in' ? 2 : 1;
    const right = operation(reader, own);
    left = right && { kind: 'operation', operator, of: [left, right] };
  }
  return undefined;
}

function operatorAt(reader: Reader): string {
  const token = reader.tokens[reader.at] ?? '';
  return token === 'not' && reader.tokens[reader.at + 1] === 'in' ? 'not in' : token;
}

function unary(reader: Reader): Comparison | undefined {
  const token = reader.tokens[reader.at];
  if (token === '-' || token === 'not') {
    reader.at += 1;
    const inner = token === 'not' ? operation(reader, 3) : unary(reader);
    return inner && { kind: 'operation', operator: token, of: [inner] };
  }
  return primary(reader);
}

function primary(reader: Reader): Comparison | undefined {
  const token = reader.tokens[reader.at];
  reader.at += 1;
  if (token === undefined) return undefined;
  if (/^\d/.test(token)) return { kind: 'literal', value: Number(token) };
  if (/^["']/.test(token))
    return { kind: 'literal', value: token.slice(1, -1).replace(/\\(.)/g, '$1') };
  if (token.startsWith('$')) return { kind: 'metavariable', name: token };
  if (token === 'True' || token === 'False') return { kind: 'literal', value: token === 'True' };
  if (token === '(') {
    const inner = operation(reader, 0);
    return reader.tokens[reader.at++] === ')' ? inner : undefined;
  }
  if (token === '[') {
    const of = listTo(reader, ']');
    return of && { kind: 'list', of };
  }
  if (!['int', 'str', 're.match', 'len'].includes(token) || reader.tokens[reader.at] !== '(')
    return undefined;
  reader.at += 1;
  const of = listTo(reader, ')');
  return of && { kind: 'call', name: token, of };
}

function listTo(reader: Reader, end: string): readonly Comparison[] | undefined {
  const of: Comparison[] = [];
  while (reader.tokens[reader.at] !== end) {
    const item = operation(reader, 0);
    if (item === undefined) return undefined;
    of.push(item);
    if (reader.tokens[reader.at] === ',') reader.at += 1;
    else if (reader.tokens[reader.at] !== end) return undefined;
  }
  reader.at += 1;
  return of;
}
