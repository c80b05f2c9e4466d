import { coveredLines, jaccard, MAX_OVERLAP, type CoveredLines } from '@refbench/rulesets';
import type { Measured } from '../candidates/measure.ts';
import { isDefinition } from '../candidates/candidate.ts';
import { LEAST_PLACES } from '../candidates/propose.ts';

export interface ChooseOptions {
  /** The changed lines of the side, as `coveredLines` writes them. */
  readonly changed: CoveredLines;
  /** The most rules to choose. */
  readonly limit: number;
}

/** Once every coverable line is covered, rules are added up to this number, if they differ enough. */
const WANTED = 45;
/** Rules that add no lines must differ at least this much from the others. */
const MOST_REDUNDANT = 0.7;
const LEAST_PRECISION = 0.6;
/** What a pattern needs if only the order of its parts tells the trees apart. */
const LEAST_PLACES_OF_SHAPES = 5;
const LEAST_FILES_OF_SHAPES = 2;

interface Scored {
  readonly measured: Measured;
  readonly lines: CoveredLines;
  /** The changed lines among them. */
  readonly hits: readonly string[];
}

/**
 * Chooses rules greedily: each next one covers the most changed lines that are still uncovered. A rule
 * that defines a name counts less than one that uses it, and a wide match less than a narrow one.
 */
export function chooseRules(
  measured: readonly Measured[],
  { changed, limit }: ChooseOptions,
): readonly Measured[] {
  const score = (one: Measured): Scored => {
    const lines = coveredLines(one.own);
    return { measured: one, lines, hits: [...lines].filter((line) => changed.has(line)) };
  };
  let pool = measured.filter(isSupported).map(score).filter(isPrecise);
  const kept: Scored[] = [];
  const covered = new Set<string>();
  while (kept.length < limit && pool.length > 0) {
    const best = bestOf(pool, covered);
    if (best === undefined) break;
    const { candidate: one, gain } = best;
    if (gain === 0 && kept.length >= Math.max(WANTED, limit / 2)) break;
    pool = pool.filter((other) => other !== one);
    const overlap = Math.max(0, ...kept.map(({ lines }) => jaccard(lines, one.lines)));
    if (overlap > (gain === 0 ? MOST_REDUNDANT : MAX_OVERLAP)) continue;
    kept.push(one);
    for (const line of one.hits) covered.add(line);
  }
  return kept.map(({ measured: one }) => one);
}

function bestOf(
  pool: readonly Scored[],
  covered: ReadonlySet<string>,
): { readonly candidate: Scored; readonly gain: number } | undefined {
  let best: { candidate: Scored; gain: number; value: number } | undefined;
  for (const candidate of pool) {
    const gain = candidate.hits.filter((line) => !covered.has(line)).length;
    const value = (gain + candidate.hits.length * 1e-4) * weightOf(candidate);
    if (best === undefined || value > best.value) best = { candidate, gain, value };
  }
  return best;
}

/** Uses before definitions, patterns that hold everywhere before those of some folders. */
function weightOf({ measured: { candidate }, lines, hits }: Scored): number {
  const precision = hits.length / lines.size;
  const definition = isDefinition(candidate.kind) ? 0.6 : 1;
  const scoped = candidate.files === undefined ? 1 : 0.5;
  const excepted = candidate.ignores === undefined ? 1 : 0.85;
  const enclosing = candidate.within === undefined ? 1 : 0.8;
  const vague = candidate.words.length === 0 ? 0.7 : 1;
  return precision * definition * scoped * excepted * enclosing * vague;
}

function isSupported({ own, other, candidate }: Measured): boolean {
  if (other.length > 0 || own.length === 0) return false;
  const files = new Set(own.map(({ file }) => file)).size;
  if (candidate.isTelling || candidate.files !== undefined) {
    return own.length >= LEAST_PLACES || files >= 2;
  }
  // Both trees have all its parts, so a few places may be a coincidence.
  return own.length >= LEAST_PLACES_OF_SHAPES && files >= LEAST_FILES_OF_SHAPES;
}

function isPrecise({ lines, hits }: Scored): boolean {
  return hits.length / lines.size >= LEAST_PRECISION;
}
