import type { CommandWord } from './command-words.ts';
import { notAvailable, type ReadArguments } from './read-arguments.ts';

const words = (...lines: readonly string[]): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => line.split(' ')));

/** Left out is what starts a program (--pre, -z) or reads a file of options or patterns (-f). */
const FLAGS = words(
  'ignore-case smart-case case-sensitive word-regexp line-regexp invert-match count count-matches',
  'files-with-matches files-without-match only-matching with-filename no-filename line-number',
  'no-line-number fixed-strings pcre2 multiline multiline-dotall unrestricted text pretty null',
  'follow quiet hidden no-ignore no-ignore-vcs no-heading heading column files type-list stats trim',
  'vimgrep json no-messages byte-offset passthru glob-case-insensitive no-unicode crlf',
);
const VALUES = words(
  'regexp after-context before-context context glob iglob type type-not max-count max-columns',
  'replace threads encoding max-depth sort sortr color engine max-filesize context-separator',
);
const SHORT_FLAGS = 'isSwxvclopHhINnFPUua0Lq.';
const SHORT_VALUES = 'eABCgtTmMrjEd';

/** Options after which the first operand is a path, not a pattern. */
const PATTERN_GIVEN = words('-e --regexp --files --type-list');

/** Reads the arguments of ripgrep: the pattern is no path, and neither are values of options. */
export function ripgrepArguments(all: readonly CommandWord[]): ReadArguments {
  const operands: CommandWord[] = [];
  let hasPattern = false;
  for (let at = 0; at < all.length; at += 1) {
    const word = all[at];
    if (word === undefined) break;
    const { text } = word;
    if (text === '--') {
      operands.push(...all.slice(at + 1));
      break;
    }
    if (!text.startsWith('-') || text === '-') {
      operands.push(word);
      continue;
    }
    const option = text.startsWith('--') ? longOption(text) : shortOption(text);
    if (option === undefined) return notAvailable('rg', text);
    hasPattern ||= option.names.some((name) => PATTERN_GIVEN.has(name));
    if (option.valueFollows) at += 1;
  }
  return { kind: 'paths', paths: hasPattern ? operands : operands.slice(1) };
}

interface ReadOption {
  readonly names: readonly string[];
  /** Whether the next argument is its value. */
  readonly valueFollows: boolean;
}

function longOption(text: string): ReadOption | undefined {
  const [, name = '', value] = /^--([a-z0-9-]+)(=.*)?$/s.exec(text) ?? [];
  const names = [`--${name}`];
  if (FLAGS.has(name) && value === undefined) return { names, valueFollows: false };
  return VALUES.has(name) ? { names, valueFollows: value === undefined } : undefined;
}

/** Reads joined flags such as `-inA3`. A value takes the rest of them. */
function shortOption(text: string): ReadOption | undefined {
  const names: string[] = [];
  const letters = Array.from(text.slice(1));
  for (const [index, letter] of letters.entries()) {
    names.push(`-${letter}`);
    if (SHORT_VALUES.includes(letter)) {
      return { names, valueFollows: index === letters.length - 1 };
    }
    if (!SHORT_FLAGS.includes(letter)) return undefined;
  }
  return { names, valueFollows: false };
}
