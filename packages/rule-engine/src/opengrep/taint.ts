import { evaluate, type Target } from './evaluate.ts';
import type { TaintFormula } from './formula.ts';
import type { Range } from './ranges.ts';

/** Sinks that data from a source reaches. */
export function taintedSinks(formula: TaintFormula, target: Target): readonly Range[] {
  const sources = formula.sources.flatMap((inner) => evaluate(inner, target));
  if (sources.length === 0) return [];
  const sinks = formula.sinks.flatMap((inner) => evaluate(inner, target));
  return sinks.filter((sink) =>
    sources.some((source) => sink.start <= source.start && source.end <= sink.end),
  );
}
