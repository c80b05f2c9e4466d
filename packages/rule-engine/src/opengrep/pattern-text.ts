/** How a pattern's special words are written, so that a parser takes them for identifiers. */
export const DOTS = 'OGDOTS';
const METAVARIABLE = 'OGMV_';
const ELLIPSIS_METAVARIABLE = 'OGME_';
export const DEEP = 'OGDEEP';
export const TYPED = 'OGTYPED';

/** An identifier of the rewritten text as the pattern has it. */
export function patternName(identifier: string): string {
  if (identifier.startsWith(METAVARIABLE)) return `$${identifier.slice(METAVARIABLE.length)}`;
  if (identifier.startsWith(ELLIPSIS_METAVARIABLE)) {
    return `$...${identifier.slice(ELLIPSIS_METAVARIABLE.length)}`;
  }
  return identifier;
}

export interface RewriteStyle {
  /** Stands behind a `...` that is a line of its own outside parentheses. */
  readonly lineEnd: string;
  /** `($X : T)` as an expression of the language. */
  typed?(name: string, type: string): string;
  /** `...` belongs to what stands before or behind it: a spread, a variadic parameter. */
  isSpread(before: string, behind: string): boolean;
  /** Quotes that open a string. */
  readonly quotes: string;
  /** Beginnings of comments that go to the end of the line; default `//`. */
  readonly lineComment?: string;
}

/** Makes a pattern a text of its language; strings are left as they are. */
export function rewritePattern(pattern: string, style: RewriteStyle): string {
  let out = '';
  const open: string[] = [];
  let at = 0;
  const lineComment = style.lineComment ?? '//';
  while (at < pattern.length) {
    const rest = pattern.slice(at);
    const char = pattern[at] ?? '';
    const before = pattern.slice(0, at);
    if (style.quotes.includes(char)) {
      const text = stringAt(rest, char);
      out += text;
      at += text.length;
      continue;
    }
    if (rest.startsWith(lineComment) && !/[:\\]$/.test(before)) {
      const text = /^[^\n]*/.exec(rest)?.[0] ?? '';
      at += text.length;
      continue;
    }
    if (rest.startsWith('<...')) {
      out += `${DEEP}(`;
      at += 4;
      continue;
    }
    if (rest.startsWith('...>')) {
      out += ')';
      at += 4;
      continue;
    }
    const typed = style.typed === undefined ? null : typedAt(rest);
    if (typed !== null && style.typed !== undefined) {
      const type = rewritePattern(typed.type, style);
      out += style.typed(typed.name, type);
      at += typed.length;
      continue;
    }
    const variadic = /^\$\.\.\.([A-Z_][A-Z_0-9]*)/.exec(rest);
    if (variadic !== null) {
      out += `${ELLIPSIS_METAVARIABLE}${variadic[1]}`;
      at += variadic[0].length;
      if (standsAlone(before, pattern.slice(at), open)) out += style.lineEnd;
      continue;
    }
    const metavariable = /^\$([A-Z_][A-Z_0-9]*|\d+)/.exec(rest);
    if (metavariable !== null && !/\w$/.test(before)) {
      out += `${METAVARIABLE}${metavariable[1]}`;
      at += metavariable[0].length;
      continue;
    }
    if (rest.startsWith('...')) {
      const behind = rest.slice(3);
      at += 3;
      if (style.isSpread(before, behind)) {
        out += '...';
        continue;
      }
      if (rest.startsWith('....') && /[\w)\]]$/.test(before)) {
        // `a....b()` is a chain with anything in between.
        out += `.${DOTS}`;
        continue;
      }
      out += DOTS;
      if (standsAlone(before, behind, open)) out += style.lineEnd;
      continue;
    }
    if ('([{'.includes(char)) open.push(char);
    if (')]}'.includes(char)) open.pop();
    out += char;
    at += 1;
  }
  return out;
}

/** Where a statement or a member may stand, so that an end has to be written. */
const standsAlone = (before: string, behind: string, open: readonly string[]): boolean =>
  /(?:^|[\n{};])[ \t]*$/.test(before) &&
  !/^[ \t]*[,.:)]/.test(behind) &&
  !['(', '['].includes(open.at(-1) ?? '');

function stringAt(text: string, quote: string): string {
  const triple = quote.repeat(3);
  if (quote !== '`' && text.startsWith(triple)) {
    const end = text.indexOf(triple, 3);
    return end < 0 ? text : text.slice(0, end + 3);
  }
  for (let at = 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === quote) return text.slice(0, at + 1);
    else if (text[at] === '\n' && quote !== '`') return text.slice(0, 1);
  }
  return text.slice(0, 1);
}

interface TypedName {
  readonly name: string;
  readonly type: string;
  readonly length: number;
}

/** `($X: T)`, but no parameter of an arrow function. */
function typedAt(text: string): TypedName | null {
  const head = /^\(\s*(\$[A-Z_][A-Z_0-9]*)\s*:\s*/.exec(text);
  if (head === null) return null;
  let depth = 1;
  for (let at = head[0].length; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if ('([{'.includes(char)) depth += 1;
    if (')]}'.includes(char)) depth -= 1;
    if (depth === 1 && char === ',') return null;
    if (depth > 0) continue;
    if (/^\s*(?:=>|:|\{)/.test(text.slice(at + 1))) return null;
    const type = text.slice(head[0].length, at).trim();
    return { name: `${METAVARIABLE}${head[1]?.slice(1)}`, type, length: at + 1 };
  }
  return null;
}
