import { shellQuote } from '../builds/build-folder.ts';

export interface ShellWord {
  readonly text: string;
  /** Any part of it was in quotes: a shell does not expand its `*`. */
  readonly quoted: boolean;
}

/** A command line as a shell's words; operators such as `&&` are words of their own. */
export function shellWords(line: string): readonly ShellWord[] {
  const words: ShellWord[] = [];
  const pattern = /((?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^\s"'\\;&|])+)|(&&|\|\||[;&|])/g;
  for (const [, word, operator] of line.matchAll(pattern)) {
    if (operator !== undefined) words.push({ text: operator, quoted: false });
    else if (word !== undefined) words.push(unquote(word));
  }
  return words;
}

/** The commands of a line, cut at its operators. */
export function shellCommands(line: string): readonly (readonly ShellWord[])[] {
  const commands: ShellWord[][] = [[]];
  for (const word of shellWords(line)) {
    if (!word.quoted && /^(&&|\|\||[;&|])$/.test(word.text)) commands.push([]);
    else commands[commands.length - 1]?.push(word);
  }
  return commands.filter((command) => command.length > 0);
}

/** Words as text for a script: what a shell expanded, it still expands; all else is quoted. */
export function formatWords(words: readonly ShellWord[]): string {
  return words
    .map(({ text, quoted }) =>
      !quoted && /^[\w./*?@{},:=+%[\]-]+$/.test(text) ? text : shellQuote(text),
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
