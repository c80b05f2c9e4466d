import type { Witness } from '@refbench/contracts';

/** A file of a tree that a trick looks at: its text, and the places that rules match in it. */
export interface MatchedFile {
  readonly path: string;
  readonly text: string;
  readonly witnesses: readonly Pick<Witness, 'rule' | 'start' | 'end'>[];
}

/** What a trick works on. */
export interface TrickGround {
  /** Files of base that reductive rules match. */
  readonly base: readonly MatchedFile[];
  /** Files of golden that additive rules match. */
  readonly golden: readonly MatchedFile[];
  /** Names in the matched lines of base that golden has nowhere. */
  readonly vanished: ReadonlySet<string>;
  /** Every file of base in a language of the rules. */
  readonly sources: readonly string[];
}

/** What a trick leaves at a path; undefined: nothing. */
export interface TrickEdit {
  readonly path: string;
  readonly content: string | Buffer | undefined;
}

/** A way to please the rules without the refactoring. */
export interface Trick {
  readonly name: string;
  readonly description: string;
  /** In order; a later edit of a path takes the place of an earlier one. */
  edits(ground: TrickGround): readonly TrickEdit[];
}
