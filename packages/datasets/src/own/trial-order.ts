import type { OwnCandidate } from '@refbench/mining';

const YEAR = 365 * 86_400;

/** After so many seconds of a history a candidate counts half. */
const HALF_LIFE = 2 * YEAR;

/** After so many seconds between two commits, the environment of one says half as much about the other. */
const LIKENESS_HALF_LIFE = YEAR;

/** What is assumed before anything was tried: two of three commits get an environment. */
const ASSUMED = { made: 1, all: 1.5 };

type Rated = Pick<OwnCandidate, 'score' | 'time'>;

/** Whether a candidate got an environment. */
export interface EnvironmentTrial {
  /** Committer time of the candidate in seconds since 1970. */
  readonly time: number;
  readonly hasEnvironment: boolean;
}

/**
 * Orders candidates by score, age, and the chance of an environment. The score is squared, because a good
 * candidate of some years ago is better than a doubtful one of today. The older a commit is, the further is
 * its environment from the one that others of the repository share, and the less does it resemble the code
 * of today.
 * @param trials what became of other candidates of the repository
 */
export function inOrderOfTrial<T extends Rated>(
  candidates: readonly T[],
  trials: readonly EnvironmentTrial[] = [],
): readonly T[] {
  const newest = Math.max(...candidates.map(({ time }) => time));
  const worth = ({ score, time }: Rated): number =>
    score ** 2 * 0.5 ** ((newest - time) / HALF_LIFE) * chanceOfEnvironment(time, trials);
  return candidates
    .map((candidate) => ({ candidate, worth: worth(candidate) }))
    .toSorted((one, other) => other.worth - one.worth)
    .map(({ candidate }) => candidate);
}

/**
 * Estimates the chance that a commit gets an environment, in 0..1. Commits of the same time need the same
 * toolchain and packages, so what became of one tells what will become of the other.
 */
function chanceOfEnvironment(time: number, trials: readonly EnvironmentTrial[]): number {
  let { made, all } = ASSUMED;
  for (const trial of trials) {
    const likeness = 0.5 ** (Math.abs(trial.time - time) / LIKENESS_HALF_LIFE);
    all += likeness;
    if (trial.hasEnvironment) made += likeness;
  }
  return made / all;
}
