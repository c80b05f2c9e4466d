/** What a document consists of, in order; comments and processing instructions are left out. */
export type XmlEvent =
  | {
      readonly kind: 'open';
      readonly name: string;
      readonly attributes: ReadonlyMap<string, string>;
    }
  | { readonly kind: 'close'; readonly name: string }
  | { readonly kind: 'text'; readonly text: string }
  /** The document ends in the middle of something. */
  | { readonly kind: 'cut' };

const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
};

const ATTRIBUTE = /([^\s=/<>"']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/**
 * Reads XML as test runners write it, in one pass and without recursion. No external entity, no
 * document type is ever followed: a report is data of the code under test.
 */
export function* xmlEvents(text: string): Generator<XmlEvent> {
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf('<', at);
    if (open !== at) {
      const end = open === -1 ? text.length : open;
      yield { kind: 'text', text: decode(text.slice(at, end)) };
      at = end;
      continue;
    }
    const special = specialEnd(text, at);
    if (special !== undefined) {
      if (special.end === -1) {
        yield { kind: 'cut' };
        return;
      }
      if (special.cdata) yield { kind: 'text', text: text.slice(at + 9, special.end - 3) };
      at = special.end;
      continue;
    }
    const end = tagEnd(text, at);
    if (end === -1) {
      yield { kind: 'cut' };
      return;
    }
    yield* tagEvents(text.slice(at + 1, end));
    at = end + 1;
  }
}

function specialEnd(
  text: string,
  at: number,
): { readonly end: number; readonly cdata: boolean } | undefined {
  const pairs = [
    ['<![CDATA[', ']]>'],
    ['<!--', '-->'],
    ['<?', '?>'],
    ['<!', '>'],
  ] as const;
  for (const [begin, close] of pairs) {
    if (!text.startsWith(begin, at)) continue;
    const found = text.indexOf(close, at + begin.length);
    return { end: found === -1 ? -1 : found + close.length, cdata: begin === '<![CDATA[' };
  }
  return undefined;
}

/** The `>` of a tag; one inside a quoted value does not end it. */
function tagEnd(text: string, at: number): number {
  let quote = '';
  for (let index = at + 1; index < text.length; index += 1) {
    const character = text[index] || '';
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return index;
  }
  return -1;
}

function* tagEvents(tag: string): Generator<XmlEvent> {
  if (tag.startsWith('/')) {
    yield { kind: 'close', name: tag.slice(1).trim() };
    return;
  }
  const [name = ''] = /^[^\s/]+/.exec(tag) || [];
  const attributes = new Map<string, string>();
  const rest = tag.slice(name.length);
  for (const [, key = '', double, single] of rest.matchAll(ATTRIBUTE)) {
    attributes.set(key, decode(double !== undefined ? double : single || ''));
  }
  yield { kind: 'open', name, attributes };
  if (tag.endsWith('/')) yield { kind: 'close', name };
}

function decode(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(#x[0-9a-fA-F]+|#\d+|[a-zA-Z]+);/g, (whole, body: string) => {
    if (!body.startsWith('#')) return ENTITIES[body] || whole;
    const code = body[1] === 'x' ? parseInt(body.slice(2), 16) : Number(body.slice(1));
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
