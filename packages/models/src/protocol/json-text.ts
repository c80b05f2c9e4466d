/** A member of an object in JSON text, with the offsets of its value. */
interface Member {
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

export type ObjectText =
  | { readonly kind: 'object'; readonly members: readonly Member[]; readonly close: number }
  | { readonly kind: 'refused'; readonly reason: string };

const MAX_DEPTH = 200;
const [QUOTE, BACKSLASH, COMMA, COLON, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST] = [
  34, 92, 44, 58, 123, 125, 91, 93,
];

/**
 * Finds the members of an object in JSON text that `JSON.parse` has accepted. Refuses duplicate keys
 * in an object at any depth, because parsers may interpret them differently.
 */
export function scanObject(text: string): ObjectText {
  const members: Member[] = [];
  /** The open levels: a set of keys per object, undefined per list. */
  const open: (Set<string> | undefined)[] = [];
  let expectsKey = false;
  let key: string | undefined;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = stringEnd(text, at);
      const keys = open.at(-1);
      if (expectsKey && keys !== undefined) {
        const name = textOf(text, at, end);
        if (keys.has(name)) return { kind: 'refused', reason: `the key "${name}" occurs twice` };
        keys.add(name);
        expectsKey = false;
        if (open.length === 1) key = name;
      }
      at = end;
    } else if (code === OPEN || code === OPEN_LIST) {
      if (open.length >= MAX_DEPTH) return { kind: 'refused', reason: 'it is nested too deeply' };
      open.push(code === OPEN ? new Set() : undefined);
      expectsKey = code === OPEN;
    } else if (code === COLON) {
      if (open.length === 1) start = at + 1;
    } else if (code === COMMA || code === CLOSE || code === CLOSE_LIST) {
      if (open.length === 1 && key !== undefined) {
        members.push({ key, start, end: at });
        key = undefined;
      }
      if (code === COMMA) {
        expectsKey = open.at(-1) !== undefined;
      } else {
        open.pop();
        expectsKey = false;
        if (open.length === 0 && code === CLOSE) return { kind: 'object', members, close: at };
      }
    }
  }
  return { kind: 'refused', reason: 'it is not an object' };
}

/** Replaces the value of a member in JSON text, or adds the member. */
export function withMember(text: string, key: string, value: string): string {
  const scanned = scanObject(text);
  if (scanned.kind === 'refused') throw new Error(`not an object: ${scanned.reason}`);
  const member = scanned.members.find((each) => each.key === key);
  if (member !== undefined) return text.slice(0, member.start) + value + text.slice(member.end);
  const comma = scanned.members.length === 0 ? '' : ',';
  const added = `${comma}${JSON.stringify(key)}:${value}`;
  return text.slice(0, scanned.close) + added + text.slice(scanned.close);
}

/** Returns the text of the value of a member. */
export function memberText(text: string, key: string): string | undefined {
  const scanned = scanObject(text);
  if (scanned.kind === 'refused') return undefined;
  const member = scanned.members.find((each) => each.key === key);
  return member === undefined ? undefined : text.slice(member.start, member.end).trim();
}

function stringEnd(text: string, from: number): number {
  let end = text.indexOf('"', from + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text.charCodeAt(before) === BACKSLASH) before -= 1;
  return (at - before) % 2 === 0;
}

function textOf(text: string, from: number, end: number): string {
  const raw = text.slice(from + 1, end);
  return raw.includes('\\') ? String(JSON.parse(`"${raw}"`)) : raw;
}
