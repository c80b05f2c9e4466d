import { extensionOf } from '../../languages/language-families.ts';

const HASH_COMMENTS = new Set('py pyi pyx rb sh cmake build bazel mk txt'.split(' ').concat(''));

/**
 * Removes comments without a parser. A mark in a string may remove too much, so an import is missed
 * rather than invented.
 */
export function withoutComments(path: string, text: string): string {
  if (HASH_COMMENTS.has(extensionOf(path))) return text.replaceAll(/(^|\s)#.*$/gm, '$1');
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, ' ').replaceAll(/(^|\s)\/\/.*$/gm, '$1');
}

/** Whether a name occurs as a whole word. */
export function isMentioned(text: string, name: string): boolean {
  if (name === '') return false;
  const escaped = name.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
  return new RegExp(`(?<![\\w$])${escaped}(?![\\w$])`).test(text);
}

/** Returns a path without its last extension. */
export function withoutExtension(path: string): string {
  return path.replace(/\.[^./]+$/, '');
}

/** Whether a path is the other one, or ends with it after a `/`. */
export function endsWithPath(path: string, end: string): boolean {
  return path === end || path.endsWith(`/${end}`);
}
