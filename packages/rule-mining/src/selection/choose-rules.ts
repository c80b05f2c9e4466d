import { coveredLines, jaccard, MAX_OVERLAP, type CoveredLines } from '@refbench/rulesets';
import type { Candidate } from '../candidates/candidate.ts';
import type { Measured } from '../candidates/measure.ts';
import { isDefinition } from '../syntax/definition-kinds.ts';
import { strengthOf, type Strength } from './strength.ts';
import type { Standing } from './task-names.ts';

export interface ChooseOptions {
  /** The changed lines of the side, as `coveredLines` writes them. */
  readonly changed: CoveredLines;
  /** Those among them whose code did not just move. */
  readonly news: CoveredLines;
  /** The most rules to choose. */
  readonly limit: number;
  /** How the task speaks of a candidate, if a task tells names. */
  readonly standingOf?: ((candidate: Candidate) => Standing) | undefined;
}

/** The number of rules follows the size of the change. */
const LINES_PER_RULE = 3;
const LEAST_LIMIT = 30;
/** Weak patterns are chosen only while there are fewer rules, or rules of fewer changed lines. */
const ENOUGH = 10;
const ENOUGH_COVERED = 0.3;

/** With fewer rules of a side, extracted code is looked at, even if they cover much. */
const FEW = 5;

/** Whether rules describe so much of a change that code which only moved need not help. */
export function areEnough(rules: readonly Measured[], changed: CoveredLines): boolean {
  const covered = new Set(rules.flatMap(({ own }) => [...coveredLines(own)]));
  const hits = [...changed].filter((line) => covered.has(line)).length;
  return rules.length >= FEW && hits >= ENOUGH_COVERED * changed.size;
}
/** So much of the rules may be about what the task tells, repeat, and describe code that moved with its file, before others follow. */
const SHARES = { told: 0.5, repeated: 0.6, renamed: 0.2 };
/** Two rules that share so many of their places describe the same. */
const SAME = 0.9;
/** So many rules may describe the same kind of use of the same names. */
const MOST_OF_A_KIND = 3;
/** So many of them are taken although other rules cover their places. */
const MOST_OF_A_NAME = 6;
const LEAST_PRECISION = 0.6;

interface Scored {
  readonly measured: Measured;
  readonly strength: Strength;
  readonly lines: CoveredLines;
  /** The lines that the text of the pattern describes: not those of the bodies that it leaves open. */
  readonly core: CoveredLines;
}

/**
 * Chooses rules greedily: each next one covers the most changed lines that are still uncovered. Once
 * there is none, rules are added that name something else, or another use of the same name. A rule
 * that defines a name counts less than one that uses it, and a wide match less than a narrow one.
 *
 * Rules about names that the task tells come first. Rules that demand a name that nobody can
 * know are chosen only where the others are few, or describe little of the change.
 */
export function chooseRules(
  measured: readonly Measured[],
  options: ChooseOptions,
): readonly Measured[] {
  const { changed, limit, standingOf } = options;
  const changedFiles = new Set([...changed].map((line) => line.split('\0')[0])).size;
  const pool = measured.flatMap((one): readonly Scored[] => {
    const strength = strengthOf(one, changedFiles);
    if (strength === undefined) return [];
    const lines = coveredLines(one.own);
    if (!isPrecise(one, lines, changed)) return [];
    return [{ measured: one, strength, lines, core: coreOf(one) }];
  });
  const most = Math.min(limit, Math.max(LEAST_LIMIT, Math.round(changed.size / LINES_PER_RULE)));
  const choice = new Choice(changed);
  if (standingOf === undefined) {
    fill(choice, pool, options, most);
  } else {
    const by = (wanted: Standing): readonly Scored[] =>
      pool.filter(({ measured: { candidate } }) => standingOf(candidate) === wanted);
    fill(choice, by('told'), options, most * SHARES.told);
    fill(choice, [...by('told'), ...by('open')], options, most);
    const isEnough = (): boolean =>
      choice.size >= FEW && choice.covered >= ENOUGH_COVERED * changed.size;
    fill(choice, by('hidden'), options, most, isEnough);
  }
  return choice.kept.map(({ measured: one }) => one);
}

/** Adds rules of a pool, the clearest first, until there are so many, or enough. */
function fill(
  choice: Choice,
  pool: readonly Scored[],
  { changed, news }: ChooseOptions,
  most: number,
  isEnough: () => boolean = () => false,
): void {
  const of = (...wanted: readonly Strength[]): readonly Scored[] =>
    pool.filter(({ strength }) => wanted.includes(strength));
  const clear = of('named', 'shaped');
  const repeated = clear.filter(({ measured: { own } }) => own.length > 1);
  choice.take(repeated, news, Math.min(most, choice.size + most * SHARES.repeated), isEnough);
  const moved = 1 - news.size / Math.max(1, changed.size);
  choice.take(of('moved'), changed, Math.min(most, choice.size + most * moved), isEnough);
  choice.take(
    of('renamed'),
    changed,
    Math.min(most, choice.size + most * SHARES.renamed),
    isEnough,
  );
  choice.take(of('weak'), changed, Math.min(most, ENOUGH), isEnough);
  const coversEnough = (): boolean => choice.covered >= ENOUGH_COVERED * changed.size;
  choice.take(of('renamed', 'weak'), changed, most, () => coversEnough() || isEnough());
  choice.take(clear, news, most, isEnough);
  choice.take(of('extracted'), changed, most, isEnough);
}

function coreOf({ own, candidate: { text, within } }: Measured): CoveredLines {
  if (within !== undefined) return coveredLines(own);
  const height = text.split('\n').length;
  return coveredLines(
    own.map((witness) => {
      const last = witness.start.line + height - 1;
      return last >= witness.end.line
        ? witness
        : { ...witness, end: { line: last, column: Number.MAX_SAFE_INTEGER } };
    }),
  );
}

/** The rules that were chosen so far. */
class Choice {
  readonly kept: Scored[] = [];
  readonly #changed: CoveredLines;
  readonly #covered = new Set<string>();
  readonly #uses = new Map<string, number>();

  constructor(changed: CoveredLines) {
    this.#changed = changed;
  }

  get size(): number {
    return this.kept.length;
  }

  /** The number of changed lines that the rules cover. */
  get covered(): number {
    return this.#covered.size;
  }

  /**
   * Takes the best candidates until there are so many rules.
   *
   * @param wanted the lines to cover
   * @param isEnough whether to end before
   */
  take(
    candidates: readonly Scored[],
    wanted: CoveredLines,
    most: number,
    isEnough: () => boolean = () => false,
  ): void {
    let pool: readonly Weighed[] = candidates.map((scored) => ({
      scored,
      hits: [...scored.core].filter((line) => wanted.has(line)),
    }));
    while (this.kept.length < most && pool.length > 0 && !isEnough()) {
      const ranked = this.#ranked(pool);
      // What is known stays known, so it is never looked at again.
      const first = ranked.findIndex(({ scored }) => !this.#isKnown(scored));
      const best = ranked[first];
      if (best === undefined) return;
      pool = ranked.slice(first + 1);
      this.kept.push(best.scored);
      for (const line of best.scored.lines) {
        if (this.#changed.has(line)) this.#covered.add(line);
      }
      for (const use of usesOf(best.scored)) this.#uses.set(use, (this.#uses.get(use) ?? 0) + 1);
    }
  }

  #isKnown(candidate: Scored): boolean {
    const [ofKind, ofAnyKind] = usesOf(candidate);
    if (this.#isExhausted(ofKind, MOST_OF_A_KIND)) return true;
    const isCovered = [...candidate.core].every((line) => this.#covered.has(line));
    if (isCovered && this.#isExhausted(ofAnyKind, MOST_OF_A_NAME)) return true;
    return this.kept.some(
      (one) =>
        jaccard(one.lines, candidate.lines) > MAX_OVERLAP ||
        (shareAt(one, candidate) >= SAME && shareAt(candidate, one) >= SAME),
    );
  }

  #isExhausted(use: string, most: number): boolean {
    return (this.#uses.get(use) ?? 0) >= most;
  }

  /** The most valuable first. */
  #ranked(pool: readonly Weighed[]): readonly Weighed[] {
    const values = new Map(pool.map((one) => [one, this.#valueOf(one)]));
    return pool.toSorted((left, right) => (values.get(right) ?? 0) - (values.get(left) ?? 0));
  }

  #valueOf({ hits, scored }: Weighed): number {
    const gain = hits.filter((line) => !this.#covered.has(line)).length;
    return (gain + hits.length * 1e-4) * weightOf(scored, hits.length);
  }
}

interface Weighed {
  readonly scored: Scored;
  /** The wanted lines that it describes. */
  readonly hits: readonly string[];
}

/** The share of a rule's places that begin at places of another. */
function shareAt(one: Scored, other: Scored): number {
  const places = one.measured.own;
  const shared = places.filter(({ file, start }) => other.core.has(`${file}\0${start.line}`));
  return shared.length / places.length;
}

/** What a rule describes: the names in it with a kind of syntax, and in any kind. */
function usesOf({ measured: { candidate } }: Scored): readonly [string, string] {
  const { within = '', kind, words } = candidate;
  const [first = '', second = ''] = words;
  return [[within, kind, first, second].join('\0'), [first, second].join('\0')];
}

/** Uses before definitions, patterns that hold everywhere before those of some folders. */
function weightOf({ measured: { candidate }, strength, core }: Scored, hits: number): number {
  const precision = hits / core.size;
  const definition = isDefinition(candidate.kind) ? 0.6 : 1;
  const scoped = candidate.files === undefined ? 1 : 0.5;
  const excepted = candidate.ignores === undefined ? 1 : 0.85;
  const enclosing = candidate.within === undefined ? 1 : 0.8;
  const named = strength === 'named' ? 1 : 0.6;
  return precision * definition * scoped * excepted * enclosing * named;
}

/**
 * A pattern that holds everywhere matches what changed: the other tree has none of its matches. One
 * that is limited to some paths, or that matches what is around, must prove it by its lines.
 */
function isPrecise(
  { candidate: { files, ignores, within } }: Measured,
  lines: CoveredLines,
  changed: CoveredLines,
): boolean {
  if (files === undefined && ignores === undefined && within === undefined) return true;
  const hits = [...lines].filter((line) => changed.has(line)).length;
  return hits / lines.size >= LEAST_PRECISION;
}
