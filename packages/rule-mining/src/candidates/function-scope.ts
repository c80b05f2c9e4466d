import type { RulesetSide } from '@refbench/contracts';
import { lineKey } from '../change/text-counts.ts';
import type { Fragment } from '../patterns/fragment.ts';
import { scopedTo, type Candidate } from './candidate.ts';
import type { Measured } from './measure.ts';
import {
  byKind,
  keyOf,
  type Functions,
  type NamedContainer,
  type Place,
} from './named-containers.ts';

/** The functions of the tree that a rule describes, and those of the other tree. */
interface FunctionSides {
  readonly own: Functions;
  readonly other: Functions;
}

/** A longer piece of code is hardly ever left as it is by another solution. */
const MOST_LINES = 3;
const MOST_FRAGMENTS = 400;
/** A rule with more functions says nothing about one of them. */
const MOST_FUNCTIONS = 2;
const TELLING =
  /call|invocation|macro|new_expression|object_creation|assignment|statement|declarator/;

/**
 * Chooses calls and short statements of a tree that do not stand in the same function of the other tree. The
 * other tree has them elsewhere, or not at all.
 */
export function fragmentsThatLeft(
  fragments: readonly Fragment[],
  { own, other }: FunctionSides,
): readonly Fragment[] {
  const left = fragments.filter((fragment) => {
    const { kind, firstLine, lastLine, text } = fragment.node;
    if (!TELLING.test(kind) || lastLine - firstLine >= MOST_LINES) return false;
    const inner = own.around(placeOf(fragment)).at(-1);
    return inner !== undefined && other.texts.get(keyOf(inner))?.includes(lineKey(text)) !== true;
  });
  return left.toSorted((one, two) => two.changed - one.changed).slice(0, MOST_FRAGMENTS);
}

/** The lines of a fragment. A function begins and ends on lines of its own. */
function placeOf({ file, node: { firstLine, lastLine } }: Fragment): Place {
  return {
    file,
    start: { line: firstLine, column: Number.MAX_SAFE_INTEGER },
    end: { line: lastLine, column: 0 },
  };
}

/**
 * For patterns that both trees contain: the same patterns, limited to functions that golden relieves of them, or
 * to the places outside of these functions. So code that golden extracts is told apart by where it stands, and
 * other names for the new functions do as well. Both trees have the functions that a rule names.
 */
export function functionScoped(
  side: RulesetSide,
  measured: readonly Measured[],
  { own, other }: FunctionSides,
): readonly Candidate[] {
  return measured.flatMap(({ candidate, own: places, other: foreign }) => {
    if (foreign.length === 0 || candidate.words.length === 0) return [];
    const ownTally = tally(places.map((place) => own.around(place).at(-1)));
    const otherTally = tally(foreign.map((place) => other.around(place).at(-1)));
    const known = ({ one }: Tallied): boolean =>
      own.texts.has(keyOf(one)) && other.texts.has(keyOf(one));
    if (side === 'reductive') {
      const relieved = [...ownTally.inFunctions.values()].filter(
        (tallied) => known(tallied) && !otherTally.inFunctions.has(keyOf(tallied.one)),
      );
      return containers(relieved).map((one) => moved(candidate, 'inside', one));
    }
    // What base has elsewhere, too, does not tell where golden has it.
    const those = [...otherTally.inFunctions.values()];
    if (otherTally.elsewhere > 0 || !those.every(known)) return [];
    const isRelieved = those.some(
      ({ one, count }) => (ownTally.inFunctions.get(keyOf(one))?.count ?? 0) < count,
    );
    const [outside, ...more] = containers(those);
    if (!isRelieved || outside === undefined || more.length > 0) return [];
    return [moved(candidate, 'outside', outside)];
  });
}

interface Tallied {
  readonly one: NamedContainer;
  readonly count: number;
}

/** Counts places by the innermost function around them. */
function tally(functions: readonly (NamedContainer | undefined)[]): {
  readonly inFunctions: ReadonlyMap<string, Tallied>;
  readonly elsewhere: number;
} {
  const inFunctions = new Map<string, Tallied>();
  for (const one of functions) {
    if (one === undefined) continue;
    const count = (inFunctions.get(keyOf(one))?.count ?? 0) + 1;
    inFunctions.set(keyOf(one), { one, count });
  }
  return { inFunctions, elsewhere: functions.filter((one) => one === undefined).length };
}

function containers(tallied: readonly Tallied[]): ReturnType<typeof byKind> {
  return byKind(
    tallied.map(({ one }) => one),
    MOST_FUNCTIONS,
  );
}

function moved(...scope: Parameters<typeof scopedTo>): Candidate {
  return { ...scopedTo(...scope), moved: 'function' };
}
