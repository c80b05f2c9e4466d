import type { Witness } from '@refbench/contracts';
import type { TreeEdit } from '@refbench/rule-engine';

/** A file that a trick uses: its text and the matches in it. */
export interface MatchedFile {
  readonly path: string;
  readonly text: string;
  readonly witnesses: readonly Pick<Witness, 'rule' | 'start' | 'end'>[];
}

/** The input of a trick. */
export interface TrickContext {
  /** Files of base that reductive rules match. */
  readonly base: readonly MatchedFile[];
  /** Files of golden that additive rules match. */
  readonly golden: readonly MatchedFile[];
  /** Names in the matched lines of base that do not occur in golden. */
  readonly vanished: ReadonlySet<string>;
  /** All base files in a language of the rules. */
  readonly sources: readonly string[];
}

/** A way to satisfy rules without refactoring. */
export interface Trick {
  readonly name: string;
  readonly description: string;
  /**
   * Other tricks, after each of which no less of the code works than after this one: a suite that fails with
   * one of them need not run again.
   */
  readonly breaksWith?: readonly string[];
  /** Edits in order. A later edit of a path replaces an earlier one. */
  edits(context: TrickContext): readonly TreeEdit[];
}
