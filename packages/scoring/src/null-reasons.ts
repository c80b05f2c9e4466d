import type { ThreeWay } from '@refbench/contracts';

const SIDES = ['additive', 'reductive', 'total'] as const;

/** A sentence for each side that may be undefined. */
export type SideSentences = Readonly<Record<(typeof SIDES)[number], string>>;

/** The `reasons` of score.json for a figure's nulls: `<field>.<side>` to one sentence. */
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
