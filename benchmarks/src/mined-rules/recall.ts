import type { Witness } from '@refbench/contracts';
import { coveredLines, type CoveredLines } from '@refbench/rulesets';

/** A rule with its places on the tree that it describes. */
export interface PlacedRule {
  readonly id: string;
  readonly places: readonly Witness[];
}

/** How many published rules the mined rules of the same side find. */
export interface Recall {
  readonly found: readonly string[];
  readonly missed: readonly string[];
}

/** So much of a place, and of a rule's places, must be found. */
const ENOUGH = 0.5;

/**
 * The published rules at whose places mined rules match: at least half of the changed lines of at
 * least half of the places. Rules without a place on this tree are left out.
 *
 * @param changed the changed lines of the tree
 */
export function foundTogether(
  published: readonly PlacedRule[],
  mined: readonly PlacedRule[],
  changed: CoveredLines,
): Recall {
  const lines = coveredLines(mined.flatMap(({ places }) => places));
  return split(published, ({ places }) => {
    const found = places.filter((place) => isPlaceFound(place, lines, changed));
    return found.length >= places.length * ENOUGH;
  });
}

/**
 * The published rules that a single mined rule stands for: it matches at half of the places or more,
 * and half of its own places or more are among them. Places are equal if they share a line.
 */
export function foundByOne(published: readonly PlacedRule[], mined: readonly PlacedRule[]): Recall {
  const all = mined.map(({ places }) => ({ places, lines: coveredLines(places) }));
  return split(published, ({ places }) => {
    const lines = coveredLines(places);
    return all.some(
      (one) => shareOf(places, one.lines) >= ENOUGH && shareOf(one.places, lines) >= ENOUGH,
    );
  });
}

function split(published: readonly PlacedRule[], isFound: (rule: PlacedRule) => boolean): Recall {
  const placed = published.filter(({ places }) => places.length > 0);
  const found = new Set(placed.filter(isFound));
  return {
    found: [...found].map(({ id }) => id),
    missed: placed.filter((rule) => !found.has(rule)).map(({ id }) => id),
  };
}

/** The share of the places that touch one of the lines. */
function shareOf(places: readonly Witness[], lines: CoveredLines): number {
  const touching = places.filter((place) =>
    [...coveredLines([place])].some((line) => lines.has(line)),
  );
  return places.length === 0 ? 0 : touching.length / places.length;
}

function isPlaceFound(place: Witness, found: CoveredLines, changed: CoveredLines): boolean {
  const all = [...coveredLines([place])];
  const own = all.filter((line) => changed.has(line));
  const lines = own.length === 0 ? all : own;
  return lines.filter((line) => found.has(line)).length >= lines.length * ENOUGH;
}
