import type { BytePath } from '../tree/tree.ts';

const ESCAPES: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  t: '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
  '"': '"',
  '\\': '\\',
};

const NAMES = new Map(Object.entries(ESCAPES).map(([name, byte]) => [byte, `\\${name}`]));

const QUOTED = /^"((?:[^"\\\n]|\\[abtnvfr"\\]|\\[0-3][0-7]{2})*)"/;

/** Parses a name in git's C quotes at the start of `text`. Returns it with its length. */
export function readQuotedName(
  text: string,
): { readonly name: string; readonly length: number } | undefined {
  const match = QUOTED.exec(text);
  if (match?.[1] === undefined) return undefined;
  const name = match[1].replace(/\\([0-7]{3}|.)/g, (_all, escape: string) =>
    escape.length === 3
      ? String.fromCharCode(Number.parseInt(escape, 8))
      : (ESCAPES[escape] ?? escape),
  );
  return { name, length: match[0].length };
}

/** When to quote a name: if a byte requires it, or also if it contains a space. */
export type Quoting = 'as-git' | 'blanks-too';

/** Formats a name with its prefix like git. */
export function quoteName(prefix: string, path: BytePath, quoting: Quoting): string {
  // eslint-disable-next-line no-control-regex -- control bytes are what git quotes
  const quoted = path.replace(/[\x00-\x1f\x7f-\xff"\\]/g, (byte) => {
    const octal = byte.charCodeAt(0).toString(8).padStart(3, '0');
    return NAMES.get(byte) ?? `\\${octal}`;
  });
  const isPlain = quoted === path && (quoting === 'as-git' || !path.includes(' '));
  return isPlain ? `${prefix}${path}` : `"${prefix}${quoted}"`;
}
