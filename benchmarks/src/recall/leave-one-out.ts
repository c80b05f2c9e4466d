import { signalScorer, type RankedCommit, type readSignalWeights } from '@refbench/mining';
import type { Known } from './known.ts';
import type { Places } from './tables.ts';

type Weights = Awaited<ReturnType<typeof readSignalWeights>>;

/** Weights of the message to try. The other merits keep their proportions. */
const SHARES = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9] as const;

/**
 * Returns the ranks of the known commits. The weight for each repository is the one with the lowest
 * sum of ranks over the known commits of all other repositories.
 */
export async function leaveOneOut(
  commits: readonly RankedCommit[],
  known: readonly Known[],
  weights: Weights,
): Promise<Places> {
  const tries = await Promise.all(
    SHARES.map(async (share) => ({
      share,
      places: await placesOf(commits, withShare(weights, share)),
    })),
  );
  const found = known.filter(({ golden }) => tries[0]?.places.has(golden));
  const places = new Map<string, number>();
  for (const repository of new Set(found.map((each) => each.repository))) {
    const others = found.filter((each) => each.repository !== repository);
    const best = tries.toSorted((a, b) => sum(a.places, others) - sum(b.places, others))[0];
    for (const each of found) {
      if (each.repository !== repository) continue;
      places.set(each.golden, best?.places.get(each.golden) ?? Infinity);
    }
  }
  return places;
}

function sum(places: Places, known: readonly Known[]): number {
  return known.reduce((total, { golden }) => total + (places.get(golden) ?? 0), 0);
}

function withShare({ merits, ...rest }: Weights, message: number): Weights {
  const factor = (1 - message) / (1 - merits.message);
  const scaled = Object.entries(merits).map(([name, weight]) => [name, weight * factor]);
  return { ...rest, merits: { ...merits, ...Object.fromEntries(scaled), message } };
}

async function placesOf(commits: readonly RankedCommit[], weights: Weights): Promise<Places> {
  const { scored } = await signalScorer(weights)(commits);
  const ordered = scored.toSorted((a, b) => b.score.score - a.score.score);
  return new Map(ordered.map(({ rankedCommit }, at) => [rankedCommit.measured.golden, at + 1]));
}
