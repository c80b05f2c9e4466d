import { shellQuote } from '@refbench/base';

/** A character of a word, and whether quotes or a backslash took its special meaning away. */
interface WordCharacter {
  readonly text: string;
  readonly quoted: boolean;
}

/** One word of a command line, without its quotes. */
export interface CommandWord {
  readonly text: string;
  readonly characters: readonly WordCharacter[];
}

/** The programs of a pipe with their arguments, or the reason why the text is not a plain pipe. */
export type ParsedPipe =
  | { readonly kind: 'pipe'; readonly stages: readonly (readonly CommandWord[])[] }
  | { readonly kind: 'refused'; readonly reason: string };

/** What each unquoted character would do in a shell. */
const REFUSED: ReadonlyMap<string, string> = new Map([
  ['>', 'redirections are not available; both outputs are always shown'],
  ['<', 'redirections are not available'],
  ['&', 'only one command can run, not "&" or "&&"'],
  [';', 'only one command can run, not ";"'],
  ['\n', 'only one command can run, on one line'],
  ['\r', 'only one command can run, on one line'],
  ['(', 'subshells are not available; quote "(" if it is part of a pattern'],
  [')', 'subshells are not available; quote ")" if it is part of a pattern'],
  ['`', 'command substitution is not available; use single quotes for a literal "`"'],
]);

const NO_EXPANSION =
  'variables and command substitution are not available; use single quotes for a literal "$"';

/** Characters that make `$` the start of an expansion. */
const EXPANDS = /[A-Za-z0-9_{('"@*#?$!-]/;

/**
 * Splits a command line into the words of its pipe, by the quoting rules of a POSIX shell. Everything
 * that a shell would interpret, except pipes, `*` and `?`, is refused.
 */
export function parsePipe(line: string): ParsedPipe {
  const stages: CommandWord[][] = [[]];
  let word: WordCharacter[] | undefined;
  let quote: '"' | "'" | undefined;
  const refused = (reason: string): ParsedPipe => ({ kind: 'refused', reason });
  const put = (text: string, quoted: boolean): void => void (word ??= []).push({ text, quoted });
  const endWord = (): void => {
    if (word !== undefined) stages.at(-1)?.push(wordOf(word));
    word = undefined;
  };
  // oxlint-disable-next-line no-control-regex -- a control character is never part of a command
  if (/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/.test(line)) {
    return refused('control characters are not allowed');
  }
  const characters = Array.from(line.trim());
  for (let at = 0; at < characters.length; at += 1) {
    const text = characters[at] ?? '';
    const next = characters[at + 1];
    if (quote === "'") {
      if (text === "'") quote = undefined;
      else put(text, true);
    } else if (text === '$' && next !== undefined && startsExpansion(next, quote)) {
      return refused(NO_EXPANSION);
    } else if (text === '\\' && (quote === undefined || /["\\$`]/.test(next ?? ''))) {
      if (next === undefined || next === '\n') return refused('the line ends with a backslash');
      put(next, true);
      at += 1;
    } else if (quote === '"') {
      if (text === '"') quote = undefined;
      else if (text === '`') return refused(REFUSED.get('`') ?? '');
      else put(text, true);
    } else if (text === '"' || text === "'") {
      quote = text;
      word ??= [];
    } else if (text === '|') {
      if (next === '|' || next === '&') return refused('only plain pipes are available, not "||"');
      endWord();
      stages.push([]);
    } else if (text === ' ' || text === '\t') endWord();
    else {
      const reason = REFUSED.get(text);
      if (reason !== undefined) return refused(reason);
      put(text, false);
    }
  }
  if (quote !== undefined) return refused(`a quotation mark (${quote}) is not closed`);
  endWord();
  if (stages.some((words) => words.length === 0)) return refused('a command is empty');
  return { kind: 'pipe', stages };
}

/** Within double quotes, `$"` is a literal dollar sign at the end. */
function startsExpansion(next: string, quote: '"' | undefined): boolean {
  return quote === '"' && (next === '"' || next === "'") ? false : EXPANDS.test(next);
}

function wordOf(characters: readonly WordCharacter[]): CommandWord {
  return { characters, text: characters.map(({ text }) => text).join('') };
}

/** Whether a shell would replace the word by the names of files. */
export function isGlob({ characters }: CommandWord): boolean {
  return characters.some(isWildcard);
}

function isWildcard({ text, quoted }: WordCharacter): boolean {
  return !quoted && (text === '*' || text === '?');
}

/** Writes a word so that a shell takes it literally. */
export function quotedWord({ text }: CommandWord): string {
  return shellQuote(text);
}

/** Writes a word so that a shell expands `*` and `?` and takes everything else literally. */
export function globWord({ characters }: CommandWord): string {
  const [first] = characters;
  // Otherwise, the name of a file could be read as an option.
  let script = first !== undefined && isWildcard(first) ? './' : '';
  let literal = '';
  for (const character of characters) {
    if (isWildcard(character)) {
      script += (literal === '' ? '' : shellQuote(literal)) + character.text;
      literal = '';
    } else literal += character.text;
  }
  return literal === '' ? script : script + shellQuote(literal);
}
