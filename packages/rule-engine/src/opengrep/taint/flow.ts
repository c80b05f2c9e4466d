import type { Span, Tree } from '../tree.ts';
import type { Variable, Variables } from '../variables.ts';
import { allTaints, NO_TAINTS, union, type State, type Taints, type Value } from './cells.ts';
import type { SpecMatch, SpecMatches } from './spec-matches.ts';

/** What all functions of a file share. */
export interface TaintFile {
  readonly sources: SpecMatches;
  readonly sinks: SpecMatches;
  readonly sanitizers: SpecMatches;
  readonly variables: Variables;
  /** Of classes: `this.x` is the variable `x`. */
  readonly fields: ReadonlyMap<string, Variable>;
  /** `o.getX()` is read as `o.x`, and `o.setX(v)` writes it. */
  readonly hasBeanMethods: boolean;
  /** A variable that is given one value is as good as declared constant. */
  readonly isSetOnceConstant: boolean;
  report(sink: SpecMatch, taints: Taints): void;
}

/** Where `break` and `continue` lead. */
export interface Exits {
  broken: State | undefined;
  continued: State | undefined;
}

/** Follows a function's body from a state; returns what holds at its end. */
export type RunFunction = (func: Tree, from: State | undefined, flow: Flow) => State | undefined;

/** One way through a function's statements, and what its variables hold on it. */
export class Flow {
  /** Undefined behind a `return` and the like. */
  state: State | undefined;
  /** Function values that the instruction at hand mentions. */
  lambdas: Tree[] = [];
  readonly exits: Exits[] = [];
  readonly file: TaintFile;
  private readonly runFunction: RunFunction;

  constructor(file: TaintFile, state: State, runFunction: RunFunction) {
    this.file = file;
    this.state = state;
    this.runFunction = runFunction;
  }

  run(func: Tree, from: State | undefined): State | undefined {
    return this.runFunction(func, from, this);
  }

  change(next: (state: State) => State): void {
    if (this.state !== undefined) this.state = next(this.state);
  }

  /** What sources say of a place. */
  sourcesAt(span: Span): Taints {
    const around = this.file.sources
      .around(span)
      .filter(({ part }) => !part.exact || this.file.sources.isLargest(part, span));
    return around.length === 0 ? NO_TAINTS : new Set(around.map(({ number }) => number));
  }

  isSanitized(span: Span): boolean {
    const { sanitizers } = this.file;
    return sanitizers
      .around(span)
      .some(({ part }) => !part.exact || sanitizers.isLargest(part, span));
  }

  /** Reports the sinks that a place is for what it gives. */
  reach(span: Span, value: Value, isWanted: (match: SpecMatch) => boolean = always): void {
    const taints = allTaints(value);
    if (this.state === undefined || taints.size === 0) return;
    for (const match of this.file.sinks.around(span)) {
      if (this.file.sinks.isLargest(match.part, span) && isWanted(match)) {
        this.file.report(match, taints);
      }
    }
  }

  /** A part of a longer place is a sink only where a match is just this part. */
  reachExactly(span: Span, taints: Taints): void {
    if (this.state === undefined || taints.size === 0) return;
    for (const match of this.file.sinks.around(span)) {
      const { start, end } = match.range;
      if (start === span.start && end === span.end) this.file.report(match, taints);
    }
  }

  /** A value, and what sources say of the expression that gives it. */
  withSources(span: Span, value: Value): Value {
    const own = this.sourcesAt(span);
    return own.size === 0 ? value : { ...value, taints: union(value.taints, own) };
  }
}

const always = (): boolean => true;
