import type { BytePath } from '../tree/tree.ts';
import type { LineCursor } from './line-cursor.ts';
import { readQuotedName } from './quoted-name.ts';

/** Unquoted names in a header, including the prefixes of the tool. */
export interface NamePair {
  readonly old: string;
  readonly new: string;
}

/** Parses a name up to the end of the line. */
export function readWholeName(text: string, cursor: LineCursor): string {
  if (text.startsWith('"')) {
    const quoted = readQuotedName(text);
    if (quoted?.length !== text.length) throw cursor.fail('a quoted name is malformed');
    return quoted.name;
  }
  return rawName(text, cursor);
}

/** Parses the name of a `---` or `+++` line and the text after its tab (a date or nothing). */
export function readMarkedName(
  text: string,
  cursor: LineCursor,
): { readonly name: string; readonly stamp: string } {
  if (text.startsWith('"')) {
    const quoted = readQuotedName(text);
    const stamp = text.slice(quoted?.length ?? 0);
    if (quoted === undefined || (stamp !== '' && !stamp.startsWith('\t'))) {
      throw cursor.fail('a quoted name is malformed');
    }
    return { name: quoted.name, stamp: stamp.slice(1) };
  }
  const tab = text.indexOf('\t');
  const name = tab < 0 ? text : text.slice(0, tab);
  return { name: rawName(name, cursor), stamp: tab < 0 ? '' : text.slice(tab + 1) };
}

/**
 * Returns all ways to split the two names of a `diff --git` line, because unquoted names may contain
 * spaces.
 */
export function splitHeader(text: string, cursor: LineCursor): readonly NamePair[] {
  if (text.startsWith('"')) {
    const old = readQuotedName(text);
    if (old === undefined || text[old.length] !== ' ') {
      throw cursor.fail('a quoted name is malformed');
    }
    return [{ old: old.name, new: readWholeName(text.slice(old.length + 1), cursor) }];
  }
  const quote = text.indexOf('"');
  if (quote > 0) {
    const old = rawName(text.slice(0, quote).replace(/ $/, ''), cursor);
    return [{ old, new: readWholeName(text.slice(quote), cursor) }];
  }
  rawName(text, cursor);
  const pairs: NamePair[] = [];
  for (let at = text.indexOf(' '); at >= 0; at = text.indexOf(' ', at + 1)) {
    pairs.push({ old: text.slice(0, at), new: text.slice(at + 1) });
  }
  return pairs;
}

/**
 * Returns the path of both names. Different prefixes (`a/ b/`, `i/ w/`, `old/ new/`) are removed;
 * equal names have no prefix.
 */
export function commonPath(names: NamePair): BytePath | undefined {
  if (names.old === names.new) return names.old as BytePath;
  const old = withoutPrefix(names.old);
  return old !== undefined && old === withoutPrefix(names.new) ? (old as BytePath) : undefined;
}

/** Whether the names are these two paths, both with a one-folder prefix or both without. */
export function namesArePaths(names: NamePair, oldPath: string, newPath: string): boolean {
  if (names.old === oldPath && names.new === newPath) return true;
  return withoutPrefix(names.old) === oldPath && withoutPrefix(names.new) === newPath;
}

function withoutPrefix(name: string): string | undefined {
  const slash = name.indexOf('/');
  return slash <= 0 || slash === name.length - 1 ? undefined : name.slice(slash + 1);
}

/** Names with control characters or quotes are always quoted; a carriage return is a damaged patch. */
function rawName(name: string, cursor: LineCursor): string {
  if (name === '') throw cursor.fail('a name is missing');
  if (name.endsWith('\r')) throw cursor.fail('the line ends of the patch were changed to CRLF');
  for (let at = 0; at < name.length; at += 1) {
    if (name.charCodeAt(at) < 0x20 || name[at] === '"') {
      throw cursor.fail('a name with this character must be quoted');
    }
  }
  return name;
}
