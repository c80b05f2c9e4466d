/**
 * The id of a test is `<place> > <title>`. The place is where the runner found it: a file, a class,
 * a package or a test program. The title is the rest, with its parts joined by ` > `. An id without
 * ` > ` is a title with an unknown place. Tests with the same id in a run get the suffixes ` #2`, `
 * #3` and so on.
 */
const SEPARATOR = ' > ';

/** Longer ids are truncated, because the names that tests print cannot be trusted. */
const MAX_LENGTH = 500;

/** Returns an id without its place. It identifies a test after its file was moved or renamed. */
export function titleOfTest(id: string): string {
  const at = id.indexOf(SEPARATOR);
  return at === -1 ? id : id.slice(at + SEPARATOR.length);
}

/**
 * Returns an id that is safe to display. Characters that control a terminal, break lines or reorder
 * text are escaped as `\u{1b}`. Ids longer than 500 characters are truncated.
 */
export function safeTestId(id: string): string {
  const visible = id.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, escapeOf);
  return visible.length <= MAX_LENGTH ? visible : `${visible.slice(0, MAX_LENGTH - 1)}…`;
}

function escapeOf(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}
