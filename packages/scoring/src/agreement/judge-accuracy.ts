import { share } from '../share.ts';
import type { Interval } from '../statistics/interval.ts';
import { wilsonInterval } from '../statistics/wilson-interval.ts';

/** One instance of the control: plans that were carried out, what came of each, and the pick. */
export interface JudgeCase {
  readonly instance: string;
  /** Plan to its observed figure, e.g. alignment. Plans that nobody carried out are not here. */
  readonly observed: Readonly<Record<string, number>>;
  /** The plan that the judge picked among all that it was shown, in random order. */
  readonly picked: string;
}

export interface JudgeAccuracy {
  /** Share of right picks among cases where the observed plans differ and one of them was picked. */
  readonly accuracy: number | null;
  readonly interval: Interval | null;
  /**
   * The same over all cases where the observed plans differ: picking a plan whose figure nobody knows
   * counts as wrong.
   */
  readonly strict: number | null;
  readonly strictInterval: Interval | null;
  readonly right: number;
  readonly wrong: number;
  /** All observed plans came out equal: there is no better one. */
  readonly ties: number;
  /** Not a tie, but the picked plan was not carried out. */
  readonly unobserved: number;
}

/**
 * How often a judge of plans picks the one that turned out better. In the six-plan control the judge
 * sees its five candidates and the plan-mode plan, shuffled; two of the six were carried out.
 */
export function judgeAccuracy(cases: readonly JudgeCase[]): JudgeAccuracy {
  const counts = { right: 0, wrong: 0, ties: 0, unobserved: 0 };
  for (const one of cases) counts[verdictOf(one)] += 1;
  const { right, wrong, unobserved } = counts;
  const known = right + wrong;
  const decided = known + unobserved;
  return {
    accuracy: share(right, known),
    interval: wilsonInterval(right, known),
    strict: share(right, decided),
    strictInterval: wilsonInterval(right, decided),
    ...counts,
  };
}

function verdictOf({ observed, picked }: JudgeCase): 'right' | 'wrong' | 'ties' | 'unobserved' {
  const figures = Object.values(observed);
  const best = Math.max(...figures);
  if (figures.every((figure) => figure === best)) return 'ties';
  if (!Object.hasOwn(observed, picked)) return 'unobserved';
  return observed[picked] === best ? 'right' : 'wrong';
}
