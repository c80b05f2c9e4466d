import type { CommandWord } from './command-words.ts';
import { findArguments } from './find-arguments.ts';
import { notAvailable, type ReadArguments } from './read-arguments.ts';
import { ripgrepArguments } from './ripgrep-arguments.ts';

/** The arguments that a program may get. */
export interface ProgramRules {
  readonly read: (words: readonly CommandWord[]) => ReadArguments;
  /** Whether patterns in paths are expanded. Otherwise, the program itself interprets them. */
  readonly globs: boolean;
}

/** The programs that a model may run. */
export const PROGRAMS: ReadonlyMap<string, ProgramRules> = new Map([
  [
    'ls',
    plainProgram(
      'ls',
      /^(?:-[a-zA-Z1]+|--(?:all|almost-all|recursive|directory|size|human-readable|reverse|classify|full-time|group-directories-first|(?:sort|time|format|color)=[a-z]+))$/,
    ),
  ],
  ['rg', { read: ripgrepArguments, globs: false }],
  ['cat', plainProgram('cat', /^(?:-[AbeEnstTuv]+|--(?:number|number-nonblank|show-all))$/)],
  ['find', { read: findArguments, globs: false }],
  [
    'head',
    plainProgram(
      'head',
      /^(?:-\d+|-[qv]|-[nc]?[-+]?\d*[kKMG]?|--(?:quiet|verbose)|--(?:lines|bytes)=[-+]?\d+[kKMG]?)$/,
    ),
  ],
  ['wc', plainProgram('wc', /^(?:-[clmwL]+|--(?:bytes|chars|lines|words|max-line-length))$/)],
]);

/** A program whose arguments are options of this form, and paths. */
function plainProgram(name: string, option: RegExp): ProgramRules {
  return {
    globs: true,
    read: (words) => {
      const end = words.findIndex(({ text }) => text === '--');
      const before = end === -1 ? words : words.slice(0, end);
      const after = end === -1 ? [] : words.slice(end + 1);
      const isOption = ({ text }: CommandWord): boolean => text.startsWith('-') && text !== '-';
      const refused = before.find((word) => isOption(word) && !option.test(word.text));
      if (refused !== undefined) return notAvailable(name, refused.text);
      return { kind: 'paths', paths: [...before.filter((word) => !isOption(word)), ...after] };
    },
  };
}
