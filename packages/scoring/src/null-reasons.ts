import type { ThreeWay } from '@refbench/contracts';

const SIDES = ['additive', 'reductive', 'total'] as const;

/** The explanation to give for each side that is undefined. */
export type SideSentences = Readonly<Record<(typeof SIDES)[number], string>>;

/**
 * Returns the `reasons` of score.json for the null sides of a metric.
 * @param field name of the metric, e.g. `precision`
 * @param value the three sides of the metric
 * @param sentences one explanation per side
 * @returns a map from `<field>.<side>` to the explanation, for null sides only
 */
export function nullReasons(
  field: string,
  value: ThreeWay,
  sentences: SideSentences,
): Record<string, string> {
  return Object.fromEntries(
    SIDES.filter((side) => value[side] === null).map((side) => [
      `${field}.${side}`,
      sentences[side],
    ]),
  );
}
