import type { TargetIndex } from './find-pattern.ts';
import type { SourceLanguage } from './language.ts';
import type { MatchOptions } from './matcher.ts';

/** One file, or a part of it, as formulas see it. */
export interface Target {
  readonly text: string;
  readonly language: SourceLanguage | undefined;
  /** Undefined where the text is not parsed: generic and regex rules. */
  readonly index: TargetIndex | undefined;
  readonly options: Pick<MatchOptions, 'symbolicPropagation'>;
  /** Parses a piece of text for `metavariable-pattern`; undefined where it has a syntax error. */
  part(text: string, language: SourceLanguage | undefined): Target | undefined;
}
