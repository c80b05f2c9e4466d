import type { CommandWord } from './command-words.ts';

/** What a program would read, or the argument that is refused. */
export type ReadArguments =
  | { readonly kind: 'paths'; readonly paths: readonly CommandWord[] }
  | { readonly kind: 'refused'; readonly reason: string };

/** The refusal of an option. */
export function notAvailable(program: string, option: string): ReadArguments {
  return { kind: 'refused', reason: `"${program} ${option}" is not available` };
}
