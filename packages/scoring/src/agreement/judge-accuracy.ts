import { share } from '../share.ts';
import type { Interval } from '../statistics/interval.ts';
import { wilsonInterval } from '../statistics/wilson-interval.ts';

/** One instance of the control: the plans that were carried out, their results, and the judge's pick. */
export interface JudgeCase {
  readonly instance: string;
  /** The observed metric of each plan that was carried out, e.g. its alignment. */
  readonly observed: Readonly<Record<string, number>>;
  /** The plan that the judge picked. It sees all plans in random order. */
  readonly picked: string;
}

/** The accuracy of a judge of plans, with 95 % Wilson intervals. */
export interface JudgeAccuracy {
  /** Share of right picks among cases whose observed plans differ and include the pick. */
  readonly accuracy: number | null;
  readonly interval: Interval | null;
  /** Share of right picks among all cases whose observed plans differ. An unobserved pick is wrong. */
  readonly strict: number | null;
  readonly strictInterval: Interval | null;
  readonly right: number;
  readonly wrong: number;
  /** Cases in which all observed plans have equal results. */
  readonly ties: number;
  /** Cases without a tie in which the picked plan was not carried out. */
  readonly unobserved: number;
}

/**
 * Measures how often a judge of plans picks the plan that turned out better. In the six-plan control of
 * the paper, the judge sees its five candidates and the plan of plan mode in random order. Two of the
 * six plans were carried out.
 * Source: CodeTaste (v2), control of the plan judge.
 * @returns shares in 0..1, null without cases to count
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
  const values = Object.values(observed);
  const best = Math.max(...values);
  if (values.every((value) => value === best)) return 'ties';
  if (!Object.hasOwn(observed, picked)) return 'unobserved';
  return observed[picked] === best ? 'right' : 'wrong';
}
