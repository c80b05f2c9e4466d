import { distinct, within, type Range } from '../ranges.ts';
import type { Target } from '../target.ts';
import { walk, type Span, type Tree } from '../tree.ts';
import { findVariables, isSetOnce, type Variable, type Variables } from '../variables.ts';
import { assign, union, type State } from './cells.ts';
import { evaluate } from './expressions.ts';
import { Flow, type TaintFile } from './flow.ts';
import { SpecMatches, type SpecMatch } from './spec-matches.ts';
import { follow, runFunction } from './statements.ts';
import type { TaintSpec } from './taint-rule.ts';

/**
 * The sinks of a file that data from a source reaches, within one function, a class's initialisation or
 * the file's own statements. Function values run where they are mentioned; calls hand on what their
 * arguments hold.
 */
export function searchTaint(spec: TaintSpec, target: Target): readonly Range[] {
  const { index, language } = target;
  if (index === undefined || language === undefined) return [];
  const sources = new SpecMatches(spec.sources, target);
  if (sources.all.length === 0) return [];
  const sinks = new SpecMatches(spec.sinks, target);
  if (sinks.all.length === 0) return [];
  const sanitizers = new SpecMatches(spec.sanitizers, target);
  const found: Range[] = [];
  const variables = findVariables(index.program, language.constantStyle?.functionScoped);
  const file: TaintFile = {
    sources,
    sinks,
    sanitizers,
    variables,
    fields: fieldsOf(index.program, variables),
    hasBeanMethods: language.id === 'java',
    isSetOnceConstant: language.constantStyle?.setOnceIsConstant === true,
    report: (sink, taints) => {
      for (const taint of taints) found.push(finding(sink, sources.all[taint]));
    },
  };
  const run = (root: Tree, state: State, work: (flow: Flow) => void): void => {
    const spans = [...expressionsOf(root)];
    for (const matches of [sources, sinks, sanitizers]) matches.enter(spans);
    work(new Flow(file, state, runFunction));
  };
  const constants = (definitions: readonly Tree[], from: State): State =>
    constantsOf(definitions, from, file, run);
  const visit = (node: Tree, known: State): void => {
    let inside = known;
    if (node.kind === 'Func' && node.role !== 'expr') {
      run(node, known, (flow) => void flow.run(node, known));
    }
    if (node.kind === 'ClassDef') {
      const fields = membersOf(node);
      run(node, new Map(), (flow) => initialise(fields, flow));
      inside = constants(fields, known);
    }
    // Functions of an object literal run where it is made.
    const kids = node.kind === 'Record' ? [] : node.kids;
    for (const kid of kids) visit(kid, inside);
  };
  const { program } = index;
  visit(program, constants(program.kids.flatMap(unwrapped), new Map()));
  run(program, new Map(), (flow) => {
    for (const statement of program.kids) if (statement.kind !== 'FuncDef') follow(statement, flow);
  });
  return withoutInner(distinct(found));
}

const membersOf = (definition: Tree): readonly Tree[] =>
  definition.kids.flatMap((kid) => (kid.kind === 'Fields' ? kid.kids : []));

/** The variables that fields of classes are, by name. */
function fieldsOf(program: Tree, variables: Variables): ReadonlyMap<string, Variable> {
  const found = new Map<string, Variable>();
  for (const node of walk(program)) {
    if (node.kind !== 'ClassDef') continue;
    for (const field of membersOf(node)) {
      const name = field.kind === 'VarDef' ? field.kids[1] : undefined;
      const variable = name === undefined ? undefined : variables.get(name);
      if (name !== undefined && variable !== undefined) found.set(name.text, variable);
    }
  }
  return found;
}

function finding(sink: SpecMatch, source: SpecMatch | undefined): Range {
  const bindings = new Map([...(source?.range.bindings ?? []), ...sink.range.bindings]);
  return { ...sink.range, kind: 'plain', bindings };
}

/** What gives a value or does something; what a function or class inside has is its own. */
function* expressionsOf(node: Tree): Iterable<Span> {
  if (node.role === 'expr' || node.kind === 'VarDef') yield node;
  for (const kid of node.kids) {
    if (kid.kind !== 'ClassDef' && kid.role !== 'type') yield* expressionsOf(kid);
  }
}

/** Definitions that are never given another value: functions beside them start with what they hold. */
function constantsOf(
  definitions: readonly Tree[],
  from: State,
  file: TaintFile,
  run: (root: Tree, state: State, work: (flow: Flow) => void) => void,
): State {
  let known = from;
  for (const definition of definitions) {
    const isAssignment = definition.kind === 'Assign';
    const [name, value] = isAssignment ? definition.kids : [definition.kids[1], definition.kids[3]];
    const variable = name === undefined ? undefined : file.variables.get(name);
    if (name === undefined || value?.role !== 'expr' || variable === undefined) continue;
    if (!isSetOnce(variable, file.isSetOnceConstant)) continue;
    run(definition, known, (flow) => {
      const given = evaluate(value, flow);
      const taints = union(given.taints, flow.sourcesAt(name));
      if (taints.size === 0) return;
      known = assign(known, variable, [], { taints, fields: given.fields });
    });
  }
  return known;
}

function unwrapped(statement: Tree): readonly Tree[] {
  if (statement.kind === 'VarDef' || statement.kind === 'Assign') return [statement];
  const isAround = statement.kind === 'Export' || statement.kind === 'ExprStmt';
  return isAround ? statement.kids.flatMap(unwrapped) : [];
}

/** The values of a class's fields; its methods run for themselves. */
function initialise(fields: readonly Tree[], flow: Flow): void {
  for (const field of fields) if (field.kind !== 'FuncDef') follow(field, flow);
}

/** A match inside another one is the same finding told twice. */
function withoutInner(ranges: readonly Range[]): readonly Range[] {
  const isInside = (inner: Span, outer: Span): boolean =>
    within(inner, outer) && !within(outer, inner);
  return ranges.filter((range) => !ranges.some((other) => isInside(range, other)));
}
