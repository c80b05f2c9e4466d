import { parse, type ParseEntry } from 'shell-quote';

/** A simple command: its words, without redirections. */
export interface ShellCommand {
  readonly words: readonly string[];
  /** Whether its output goes to a file that may be in the tree. */
  readonly writes: boolean;
  /** The here-document that it reads. */
  readonly input: string;
}

const SEPARATORS: ReadonlySet<string> = new Set(['&&', '||', ';', ';;', '|', '|&', '&', '(', ')']);
const MOST_DEPTH = 4;
const WRITING = /^>[>|]?$/;

/** Devices and temporary files, which are never part of the tree. */
export const OUTSIDE_TREE: RegExp = /^\/(?:dev|tmp|var\/tmp)\//;

/** Words of the shell's grammar before a command. */
const RESERVED: ReadonlySet<string> = new Set([
  'if',
  'then',
  'else',
  'elif',
  'while',
  'until',
  'do',
  '{',
  '!',
]);

/**
 * Splits a command line into its simple commands, including those that a shell (`bash -lc '...'`)
 * gets as text. Substitutions are not expanded.
 */
export function shellCommands(line: string, depth = 0): readonly ShellCommand[] {
  if (depth > MOST_DEPTH) return [];
  const { text, documents } = withoutDocuments(line);
  const commands: ShellCommand[] = [];
  let words: string[] = [];
  let writes = false;
  /** The operator before a word that names a file, not an argument. */
  let redirection = '';
  const add = (command: ShellCommand): void => {
    const script = shellScript(command.words);
    if (script !== undefined) commands.push(...shellCommands(script, depth + 1));
    else if (command.words.length > 0) commands.push(command);
  };
  const end = (): void => {
    const command = { words: unwrapped(words), writes, input: documents.shift() ?? '' };
    add(command);
    for (const own of executedByFind(command.words)) add({ ...command, words: own, input: '' });
    words = [];
    writes = false;
    redirection = '';
  };
  for (const entry of entriesOf(breaksAsSeparators(text))) {
    if (typeof entry === 'string') {
      if (redirection === '') words.push(entry);
      else if (WRITING.test(redirection) && !OUTSIDE_TREE.test(entry)) writes = true;
      redirection = '';
    } else if ('comment' in entry) continue;
    else if (entry.op === 'glob') words.push('pattern' in entry ? entry.pattern : '*');
    else if (SEPARATORS.has(entry.op)) end();
    else {
      redirection = entry.op;
    }
  }
  end();
  return commands;
}

/** The parser refuses some invalid substitutions. Such a line shows nothing. */
function entriesOf(text: string): readonly ParseEntry[] {
  try {
    return parse(text, (name) => `$${name}`);
  } catch {
    return [];
  }
}

const DOCUMENT = /<<-?\s*(['"]?)([A-Za-z_]\w*)\1([^\n]*)\n([^]*?)\n\s*\2[ \t]*(?=\n|$)/g;

/** Takes here-documents out, because their text is input and not commands. */
function withoutDocuments(line: string): { readonly text: string; readonly documents: string[] } {
  const documents: string[] = [];
  const text = line.replace(DOCUMENT, (_, _quote, _name, rest: string, body: string) => {
    documents.push(body);
    return rest;
  });
  return { text, documents };
}

/** Turns line breaks outside of quotes into separators. The parser takes them for spaces. */
function breaksAsSeparators(text: string): string {
  let quote = '';
  let result = '';
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (character === '\\' && quote !== "'") {
      result += text.slice(index, index + 2) === '\\\n' ? ' ' : text.slice(index, index + 2);
      index += 1;
      continue;
    }
    if (quote === '' && (character === "'" || character === '"')) quote = character;
    else if (character === quote) quote = '';
    result += character === '\n' && quote === '' ? ' ; ' : character;
  }
  return result;
}

/** Programs that run another program, with the options that take a value. */
const WRAPPERS: Readonly<Record<string, RegExp>> = {
  sudo: /^-[ugCDhpTU]$/,
  env: /^-[uSC]$/,
  timeout: /^-[ks]$/,
  nice: /^-n$/,
  time: /^-[fo]$/,
  nohup: /^$/,
  exec: /^-a$/,
  xargs: /^-[IiLnPdEas]$/,
  npx: /^(?:-p|--package|-c)$/,
  bunx: /^$/,
  'pnpm exec': /^$/,
  'poetry run': /^$/,
  'uv run': /^(?:--with|--python|-p)$/,
};

/** The commands that `find` runs with -exec and its variants. */
function executedByFind(words: readonly string[]): readonly (readonly string[])[] {
  if (!/^(?:.*\/)?find$/.test(words[0] ?? '')) return [];
  return words.flatMap((word, index) => {
    if (!/^-(?:exec|ok)(?:dir)?$/.test(word)) return [];
    const rest = words.slice(index + 1);
    const last = rest.findIndex((one) => one === ';' || one === '+');
    return [unwrapped(last === -1 ? rest : rest.slice(0, last))];
  });
}

/** Leaves out reserved words, variables and wrappers before the program. */
function unwrapped(words: readonly string[]): readonly string[] {
  let rest = words;
  for (;;) {
    while (/^[A-Za-z_]\w*=/.test(rest[0] ?? '') || RESERVED.has(rest[0] ?? '')) {
      rest = rest.slice(1);
    }
    const wrapper = WRAPPERS[`${rest[0]} ${rest[1]}`] === undefined ? 1 : 2;
    const valued = WRAPPERS[rest.slice(0, wrapper).join(' ')];
    if (valued === undefined) return rest;
    const isTimeout = rest[0] === 'timeout';
    rest = rest.slice(wrapper);
    while ((rest[0] ?? '').startsWith('-')) rest = rest.slice(valued.test(rest[0] ?? '') ? 2 : 1);
    if (isTimeout) rest = rest.slice(1);
  }
}

/** The script of `sh -c SCRIPT`; undefined for other commands. */
function shellScript(words: readonly string[]): string | undefined {
  if (!/^(?:.*\/)?(?:ba|da|z|k)?sh$/.test(words[0] ?? '')) return undefined;
  const flag = words.findIndex((word) => /^-[a-z]*c$/.test(word));
  return flag === -1 ? undefined : words[flag + 1];
}
