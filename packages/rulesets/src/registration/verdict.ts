import type { RulesetSide, Witness } from '@refbench/contracts';
import type { ContextState } from '@refbench/rule-engine';

export type RefusalReason =
  /** The engine cannot run the rule. */
  | 'invalid'
  /** A registered rule has the same id. */
  | 'duplicate-id'
  /** Its matches could not be counted on one of the trees. */
  | 'not-counted'
  /** It does not match the tree that it must match. */
  | 'no-match'
  /** It also matches the other tree. */
  | 'leaks'
  /** It covers the same lines as a registered rule. */
  | 'overlap';

/** A location that a rule must not match, with its text. */
export interface Leak extends Omit<Witness, 'rule'> {
  readonly state: ContextState;
  readonly text: string;
}

/** The result for a candidate, as feedback for a person or an agent. */
export interface CandidateVerdict {
  /** Null if the candidate has no readable id. */
  readonly id: string | null;
  readonly place: string;
  readonly side: RulesetSide;
  readonly status: 'accepted' | 'refused';
  /** Matches on each tree; null if they were not counted. */
  readonly counts: Readonly<Record<ContextState, number | null>>;
  readonly reason: RefusalReason | null;
  /** One sentence. */
  readonly message: string;
  /** An example for a rule that distinguishes the trees but still leaks. */
  readonly leak?: Leak;
  /** The registered rule with the largest overlap. */
  readonly nearest?: { readonly rule: string; readonly jaccard: number };
}
