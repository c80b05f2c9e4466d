import type { RulesetSide } from '@refbench/contracts';
import type { Candidate } from '../candidates/candidate.ts';

/** What whoever works on a task can know of names. */
export interface TaskNames {
  /** The names that its text tells. */
  readonly told: ReadonlySet<string>;
  /** Returns those of the names that base has anywhere. */
  readonly knownOf: (names: ReadonlySet<string>) => Promise<ReadonlySet<string>>;
}

/**
 * How a task speaks of what a candidate demands. `told`: it tells one of its names. `hidden`: golden
 * invented one of them, and the task does not tell it. `open`: neither.
 */
export type Standing = 'told' | 'open' | 'hidden';

/** Shorter names stand everywhere. */
const NAME = /[A-Za-z_$][\w$]{3,}/g;

/**
 * Says how a task speaks of candidates.
 *
 * @param candidates all of them that have words of their own
 * @returns undefined if the task tells no names
 */
export async function standingsOf(
  side: RulesetSide,
  candidates: readonly Candidate[],
  { told, knownOf }: TaskNames,
): Promise<((candidate: Candidate) => Standing) | undefined> {
  if (told.size === 0) return undefined;
  const names = new Set(candidates.flatMap(namesOf));
  // What golden removes is in base, where everybody sees it.
  const known = side === 'reductive' ? names : await knownOf(names);
  const hidden = new Set([...names].filter((name) => !known.has(name) && !told.has(name)));
  return (candidate) => {
    const own = namesOf(candidate);
    if (own.some((name) => hidden.has(name))) return 'hidden';
    return own.some((name) => told.has(name)) ? 'told' : 'open';
  };
}

/** The names in what a candidate keeps, which can be literals and paths. Where it stands is not what it says. */
function namesOf({ words, inside, outside }: Candidate): readonly string[] {
  const around = new Set([...(inside?.names ?? []), ...(outside?.names ?? [])]);
  return words.filter((word) => !around.has(word)).flatMap((word) => word.match(NAME) ?? []);
}
