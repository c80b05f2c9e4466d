import { SaxesParser } from 'saxes';

/** What a document consists of, in order; processing instructions are left out. */
export type XmlEvent =
  | {
      readonly kind: 'open';
      readonly name: string;
      readonly attributes: ReadonlyMap<string, string>;
    }
  | { readonly kind: 'close'; readonly name: string }
  | { readonly kind: 'comment'; readonly text: string }
  /** The document ends in the middle of something. */
  | { readonly kind: 'cut' };

/** Characters that XML forbids, which runners copy from output all the same. */
const FORBIDDEN = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;
/** Where they are while the document is parsed: a plane without characters of its own. */
const SHELTER = 0xf_0000;
const SHELTERED = /[\u{f0000}-\u{fffff}]/gu;

/**
 * Reads XML as test runners write it. No external entity, no document type is ever followed: a report
 * is data of the code under test. What is not well-formed inside is tolerated; a missing end is not.
 */
export function xmlEvents(text: string): readonly XmlEvent[] {
  const events: XmlEvent[] = [];
  let depth = 0;
  const parser = new SaxesParser();
  // Without a handler, the first fault would throw.
  parser.on('error', () => undefined);
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    const values = Object.entries(attributes).map(
      ([key, value]) => [key, original(value)] as const,
    );
    events.push({ kind: 'open', name, attributes: new Map(values) });
  });
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    events.push({ kind: 'close', name });
  });
  parser.on('comment', (comment) => void events.push({ kind: 'comment', text: comment }));
  // What stands before the document, e.g. a line of a launcher, would hide its declaration.
  const begin = text.search(/<(\?xml|testsuites?\b)/);
  parser.write(sheltered(begin === -1 ? text : text.slice(begin))).close();
  if (depth > 0) events.push({ kind: 'cut' });
  return events;
}

function sheltered(text: string): string {
  return text.replace(FORBIDDEN, (one) => String.fromCodePoint(SHELTER + one.charCodeAt(0)));
}

function original(text: string): string {
  return text.replace(SHELTERED, (one) => {
    const code = (one.codePointAt(0) || 0) - SHELTER;
    return code < 0x20 || code >= 0xfffe ? String.fromCharCode(code) : one;
  });
}
