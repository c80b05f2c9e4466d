import { sameValue, type Value } from './bindings.ts';
import type { Span } from './tree.ts';

/** How a match is compared with others: OpenGrep's kinds of ranges. */
type RangeKind = 'plain' | 'inside' | 'regex';

export interface Range extends Span {
  readonly kind: RangeKind;
  readonly bindings: ReadonlyMap<string, Value>;
}

export const within = (inner: Span, outer: Span): boolean =>
  outer.start <= inner.start && inner.end <= outer.end;

/** `$1` and the like come from regular expressions unasked, so they never speak against a match. */
const isNumbered = (name: string): boolean => /^\$\d+$/.test(name);

function included(inner: Range, outer: Range): boolean {
  if (!within(inner, outer)) return false;
  for (const [name, value] of inner.bindings) {
    const other = outer.bindings.get(name);
    if (other === undefined || isNumbered(name)) continue;
    if (!sameValue(value, other)) return false;
  }
  return true;
}

/** The inner ranges of each pair in which one lies in the other, with the bindings of both. */
export function intersect(left: readonly Range[], right: readonly Range[]): readonly Range[] {
  const merge = (inner: Range, outer: Range): Range[] => {
    if (!included(inner, outer)) return [];
    if (inner.kind === 'inside' && outer.kind !== 'inside') return [];
    return [{ ...inner, bindings: new Map([...outer.bindings, ...inner.bindings]) }];
  };
  return [
    ...left.flatMap((inner) => right.flatMap((outer) => merge(inner, outer))),
    ...left.flatMap((outer) => right.flatMap((inner) => merge(inner, outer))),
  ];
}

/** What no negated range speaks against. */
export function subtract(ranges: readonly Range[], negated: readonly Range[]): readonly Range[] {
  return ranges.filter(
    (range) =>
      !negated.some((other) => {
        switch (other.kind) {
          case 'inside':
            return included(range, other);
          case 'regex':
            return included(range, other) || included(other, range);
          case 'plain':
            return included(range, other) && included(other, range);
        }
      }),
  );
}

/** The same place with the same bindings counts once. */
export function distinct(ranges: readonly Range[]): readonly Range[] {
  const seen = new Set<string>();
  return ranges.filter((range) => {
    const bound = [...range.bindings]
      .map(([name, value]) => `${name}:${value.start}-${value.end}`)
      .sort();
    const key = `${range.start}-${range.end} ${bound.join(' ')}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
