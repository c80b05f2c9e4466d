import { evaluate } from '../evaluate.ts';
import { within, type Range } from '../ranges.ts';
import type { Target } from '../target.ts';
import type { Span } from '../tree.ts';
import type { TaintPart } from './taint-rule.ts';

/** Where one entry of a taint rule matches. */
export interface SpecMatch {
  readonly part: TaintPart;
  readonly range: Range;
  /** Among all matches of its kind. */
  readonly number: number;
}

/**
 * All matches of the sources, the sinks or the sanitizers of a rule in a file. An expression has such a
 * role where it lies inside a match: matches may be of statements, which have no value.
 */
export class SpecMatches {
  readonly all: readonly SpecMatch[];
  private readonly known = new Map<string, readonly SpecMatch[]>();
  private largest = new Map<TaintPart, readonly Span[]>();

  constructor(parts: readonly TaintPart[], target: Target) {
    this.all = parts
      .flatMap((part) => evaluate(part.formula, target).map((range) => ({ part, range })))
      .map((match, number) => ({ ...match, number }));
  }

  /** The matches that the span lies in. */
  around(span: Span): readonly SpecMatch[] {
    if (this.all.length === 0) return NONE;
    const key = `${span.start}-${span.end}`;
    const known = this.known.get(key) ?? this.all.filter(({ range }) => within(span, range));
    this.known.set(key, known);
    return known;
  }

  /** Finds the largest of a function's expressions in the matches of each entry. */
  enter(spans: readonly Span[]): void {
    const byPart = new Map<TaintPart, Span[]>();
    for (const span of spans) {
      for (const part of new Set(this.around(span).map((match) => match.part))) {
        const others = byPart.get(part);
        if (others === undefined) byPart.set(part, [span]);
        else others.push(span);
      }
    }
    this.largest = new Map([...byPart].map(([part, all]) => [part, largestOf(all)]));
  }

  /** No larger expression of the function lies in a match of the same entry. */
  isLargest(part: TaintPart, span: Span): boolean {
    const around = this.largest.get(part)?.find((one) => within(span, one));
    return around === undefined || within(around, span);
  }
}

const NONE: readonly SpecMatch[] = [];

function largestOf(spans: readonly Span[]): readonly Span[] {
  const found: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = found.at(-1);
    if (last === undefined || !within(span, last)) found.push(span);
  }
  return found;
}
