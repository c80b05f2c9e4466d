/**
 * The id of a test is `<place> > <title>`. The place is where the runner found it: a file, a class, a
 * package or a test program. The title is all the rest, parts joined by ` > `. An id without ` > ` is a
 * title whose place is unknown. Tests that share an id within a run get ` #2`, ` #3` behind it.
 */
const SEPARATOR = ' > ';

/** Longer ids are cut; what a test prints as its name is nobody's to trust. */
const MAX_LENGTH = 500;

/** An id without its place, by which a test is recognised after its file was moved or renamed. */
export function titleOfTest(id: string): string {
  const at = id.indexOf(SEPARATOR);
  return at === -1 ? id : id.slice(at + SEPARATOR.length);
}

/**
 * The id as it may be shown anywhere: characters that control a terminal, break lines or reorder text
 * are written as `\u{1b}`, and what is longer than 500 characters is cut.
 */
export function safeTestId(id: string): string {
  const visible = id.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, escapeOf);
  return visible.length <= MAX_LENGTH ? visible : `${visible.slice(0, MAX_LENGTH - 1)}…`;
}

function escapeOf(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}
