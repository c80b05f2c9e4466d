import { createHash } from 'node:crypto';
import { randomBelow, randomWords } from '@refbench/scoring';
import { compareText } from '../repo-map/code-unit-order.ts';

export interface QuotaSample<T> {
  /** Sorted by project and id. */
  readonly chosen: readonly T[];
  readonly projects: readonly {
    readonly project: string;
    readonly of: number;
    readonly chosen: number;
  }[];
}

export interface Sampled {
  readonly id: string;
  readonly project: string;
}

/**
 * Draws up to `quota` items of each project. The draw of a project depends only on the seed, its
 * name and its ids, and not on the order of the items.
 * @param seed an integer in 0..2^32 - 1
 */
export function quotaSample<T extends Sampled>(
  items: readonly T[],
  quota: number,
  seed: number,
): QuotaSample<T> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(item.project, [...(groups.get(item.project) ?? []), item]);
  const byId = (left: T, right: T): number => compareText(left.id, right.id);
  const draws = [...groups]
    .sort(([left], [right]) => compareText(left, right))
    .map(([project, all]) => ({
      project,
      of: all.length,
      drawn: draw(all.toSorted(byId), quota, seedOf(seed, project)).sort(byId),
    }));
  return {
    chosen: draws.flatMap(({ drawn }) => drawn),
    projects: draws.map(({ project, of, drawn }) => ({ project, of, chosen: drawn.length })),
  };
}

/** The first steps of a Fisher-Yates shuffle. */
function draw<T>(items: readonly T[], count: number, seed: number): T[] {
  const words = randomWords(seed);
  const rest = [...items];
  return Array.from({ length: Math.min(count, items.length) }, () =>
    rest.splice(randomBelow(words, rest.length), 1),
  ).flat();
}

function seedOf(seed: number, project: string): number {
  return createHash('sha256').update(`${seed}\0${project}`).digest().readUInt32LE(0);
}
