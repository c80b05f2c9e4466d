import type { Witness } from '@refbench/contracts';
import { commentedOut } from './comment-syntax.ts';

/** A file of a tree that a trick looks at: its text, and the places that rules match in it. */
export interface MatchedFile {
  readonly path: string;
  readonly text: string;
  readonly witnesses: readonly Pick<Witness, 'start' | 'end'>[];
}

/** What a trick leaves of a file: at which path, and with what text; undefined: nothing. */
type TrickedFile = { readonly path: string; readonly text: string } | undefined;

/** A way to please the rules without the refactoring. */
export interface Trick {
  readonly name: string;
  readonly description: string;
  /** On which tree's matches it works: those of reductive rules on base, or of additive on golden. */
  readonly on: 'base' | 'golden';
  /** @param vanished names that base has and golden has not */
  change(file: MatchedFile, vanished: ReadonlySet<string>): TrickedFile;
}

/** No tool looks at what is installed. */
const IGNORED_FOLDER = 'node_modules';

export const TRICKS: readonly Trick[] = [
  {
    name: 'delete',
    description: 'the lines that reductive rules match are deleted',
    on: 'base',
    change: (file) => ({ ...file, text: mapMatched(file, () => undefined) }),
  },
  {
    name: 'comment-out',
    description: 'these lines are comments',
    on: 'base',
    change: (file) => ({
      ...file,
      text: mapMatched(file, (line) => commentedOut(file.path, line)),
    }),
  },
  {
    name: 'move',
    description: `their files are moved to ${IGNORED_FOLDER}/`,
    on: 'base',
    change: ({ path, text }) => ({ path: `${IGNORED_FOLDER}/${path}`, text }),
  },
  {
    name: 'rename',
    description: 'names that golden no longer has are spelled otherwise, and nothing else',
    on: 'base',
    change: ({ path, text }, vanished) => ({
      path,
      text: text.replaceAll(/[A-Za-z_]\w*/g, (name) => (vanished.has(name) ? `${name}_` : name)),
    }),
  },
  {
    name: 'break-syntax',
    description: 'a syntax error stands before each of these lines',
    on: 'base',
    change: (file) => ({
      ...file,
      text: mapMatched(file, (line, first) => (first ? `((([[[{{{ "'\n${line}` : line)),
    }),
  },
  {
    name: 'stub',
    description: 'their files are empty',
    on: 'base',
    change: ({ path }) => ({ path, text: '' }),
  },
  {
    name: 'dead-copy',
    description: `golden's files that additive rules match lie in ${IGNORED_FOLDER}/, beside the old code`,
    on: 'golden',
    change: ({ path, text }) => ({ path: `${IGNORED_FOLDER}/${path}`, text }),
  },
];

/** Replaces each matched line; `first` where a run of them begins; undefined removes it. */
function mapMatched(
  { text, witnesses }: MatchedFile,
  change: (line: string, first: boolean) => string | undefined,
): string {
  const matched = new Set<number>();
  for (const { start, end } of witnesses) {
    for (let number = start.line; number <= end.line; number += 1) matched.add(number);
  }
  return text
    .split('\n')
    .flatMap((line, index) => {
      if (!matched.has(index + 1)) return [line];
      const changed = change(line, !matched.has(index));
      return changed === undefined ? [] : [changed];
    })
    .join('\n');
}
