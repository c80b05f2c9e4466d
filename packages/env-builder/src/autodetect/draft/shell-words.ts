import { shellQuote } from '@refbench/base';

export interface ShellWord {
  readonly text: string;
  /** Whether any part of the word was quoted. A shell does not expand `*` in it. */
  readonly quoted: boolean;
  /** Whether the word is `$(...)` in the line itself, which the shell has to run. */
  readonly substitution?: boolean;
}

/**
 * Splits a command line into shell words. Operators such as `&&` are separate words. Spaces in `${{ ... }}`, which the
 * server of continuous integration replaces, separate none.
 */
export function shellWords(line: string): readonly ShellWord[] {
  const words: ShellWord[] = [];
  const pattern =
    /((?:"(?:[^"\\]|\\.)*"|'[^']*'|\$\((?:\\.|[^()\\])*\)|\$\{\{.*?\}\}|\\.|[^\s"'\\;&|])+)|(&&|\|\||[;&|])/g;
  for (const [, word, operator] of line.matchAll(pattern)) {
    if (operator !== undefined) words.push({ text: operator, quoted: false });
    else if (word !== undefined) {
      const substitution = /^\$\((?:\\.|[^()\\])*\)$/.test(word);
      words.push(substitution ? { text: word, quoted: false, substitution } : unquote(word));
    }
  }
  return words;
}

/** Splits a line into its commands at the operators. */
export function shellCommands(line: string): readonly (readonly ShellWord[])[] {
  const commands: ShellWord[][] = [[]];
  for (const word of shellWords(line)) {
    if (!word.quoted && /^(&&|\|\||[;&|])$/.test(word.text)) commands.push([]);
    else commands[commands.length - 1]?.push(word);
  }
  return commands.filter((command) => command.length > 0);
}

/**
 * Formats words for a script. Unquoted patterns are still expanded by the shell; everything else is
 * quoted.
 */
export function formatWords(words: readonly ShellWord[]): string {
  return words
    .map(({ text, quoted, substitution = false }) =>
      substitution || (!quoted && /^[\w./*?@{},:=+%[\]-]+$/.test(text)) ? text : shellQuote(text),
    )
    .join(' ');
}

function unquote(word: string): ShellWord {
  const quoted = /["']/.test(word);
  const text = word.replace(
    /"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)/g,
    (_, double?: string, single?: string, escaped?: string) =>
      double?.replace(/\\(["\\$`])/g, '$1') ?? single ?? escaped ?? '',
  );
  return { text, quoted };
}
