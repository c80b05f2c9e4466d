import type { RulesetSide, Witness } from '@refbench/contracts';
import type { GroundState } from './rule-ground.ts';

export type RefusalReason =
  /** It is no rule that the engine can run. */
  | 'invalid'
  /** A registered rule has its id. */
  | 'duplicate-id'
  /** Its matches could not be counted on one of the trees. */
  | 'not-counted'
  /** It matches nothing on the side that it is to describe. */
  | 'no-match'
  /** It also matches the other side. */
  | 'leaks'
  /** It covers the same lines as a registered rule. */
  | 'overlap';

/** A place that a rule should not match, with the text there. */
export interface Leak extends Omit<Witness, 'rule'> {
  readonly state: GroundState;
  readonly text: string;
}

/** What became of a candidate: feedback that a person or an agent can act on. */
export interface CandidateVerdict {
  /** Null where the candidate has no readable id. */
  readonly id: string | null;
  readonly place: string;
  readonly side: RulesetSide;
  readonly status: 'accepted' | 'refused';
  /** Matches on each tree; null where they were not counted. */
  readonly counts: Readonly<Record<GroundState, number | null>>;
  readonly reason: RefusalReason | null;
  /** One sentence. */
  readonly message: string;
  /** Of a rule that tells the trees apart and still leaks: one of the places. */
  readonly leak?: Leak;
  /** The registered rule that it overlaps most. */
  readonly nearest?: { readonly rule: string; readonly jaccard: number };
}
