import { bindingsOf, EMPTY_ENV, type Env, type Value } from './bindings.ts';
import { implicitReturns } from './implicit-return.ts';
import type { Pattern, SourceLanguage } from './language.ts';
import { createMatcher } from './match.ts';
import { asAssignment, matchStatements } from './match-statements.ts';
import type { MatchOptions } from './matcher.ts';
import { isMetavariable, tree, type Span, type Tree } from './tree.ts';

export interface Found extends Span {
  readonly bindings: ReadonlyMap<string, Value>;
}

/** A file's nodes by what patterns are tried on. */
export interface TargetIndex {
  readonly program: Tree;
  readonly byKind: ReadonlyMap<string, readonly Tree[]>;
  readonly expressions: readonly Tree[];
  readonly statements: readonly Tree[];
  readonly types: readonly Tree[];
  readonly attributes: readonly Tree[];
  readonly lists: readonly Tree[];
}

export function indexTarget(program: Tree): TargetIndex {
  const byKind = new Map<string, Tree[]>();
  const expressions: Tree[] = [];
  const statements: Tree[] = [];
  const types: Tree[] = [];
  const attributes: Tree[] = [];
  const lists: Tree[] = [];
  const add = (node: Tree): void => {
    const same = byKind.get(node.kind);
    if (same === undefined) byKind.set(node.kind, [node]);
    else same.push(node);
    if (node.role === 'expr') expressions.push(node);
    else if (node.role === 'stmt') statements.push(node);
    else if (node.role === 'type') types.push(node);
    else if (node.role === 'attribute') attributes.push(node);
    if (node.kind === 'Block') lists.push(node);
  };
  const visit = (node: Tree, isLoopHead = false): void => {
    const isDefinition = !(isLoopHead && node.kind === 'VarDef');
    if (isDefinition) add(node);
    // A declaration with a value is an assignment too, to an expression; and an annotation a call.
    const assignment = isDefinition ? asAssignment(node) : undefined;
    if (assignment !== undefined && node.kids[3] !== assignment) {
      add(assignment);
      assignment.kids.slice(0, 1).forEach(add);
    }
    const call = asCall(node);
    if (call !== undefined) add(call);
    fieldsOf(node).forEach(add);
    const [element] = node.kids;
    if (node.kind === 'ForEach' && element?.kind === 'Id' && element.role !== 'expr') {
      add({ ...element, role: 'expr' });
    }
    implicitReturns(node).forEach(add);
    for (const kid of node.kids) visit(kid, isLoop(node) || (isLoopHead && node.kind === 'Elems'));
  };
  visit(program);
  return { program, byKind, expressions, statements, types, attributes, lists };
}

/** What a loop's head declares is no definition to OpenGrep. */
const isLoop = ({ kind }: Tree): boolean => kind === 'ForClassic' || kind === 'ForHead';

/** An annotation `@a(b)`: kids of an `Annotation` are its name and its arguments. */
function asCall(node: Tree): Tree | undefined {
  const [name, args] = node.kids;
  if (node.kind !== 'Annotation' || name === undefined) return undefined;
  const span = { start: name.start, end: node.end };
  const none = tree('Args', 'other', { start: node.end, end: node.end });
  return tree('Call', 'expr', span, [name, args ?? none]);
}

/** `{a: 1}` inside another literal: its keys are expressions, and yet names of fields. */
function fieldsOf(node: Tree): readonly Tree[] {
  if (node.kind !== 'List') return NO_NODES;
  return (node.kids[0]?.kids ?? NO_NODES).flatMap((element) => {
    const [key, value] = element.kind === 'Tuple' ? (element.kids[0]?.kids ?? NO_NODES) : NO_NODES;
    if (key?.kind !== 'Id' || value === undefined) return [];
    return [tree('KeywordArg', 'other', element, [value], key.text)];
  });
}

const NO_NODES: readonly Tree[] = [];

/** All matches of one pattern in a file. */
export function findPattern(
  pattern: Pattern,
  target: TargetIndex,
  language: SourceLanguage,
  options: MatchOptions,
): readonly Found[] {
  const matcher = createMatcher(options);
  const found: Found[] = [];
  const collect = (envs: readonly Env[], span: Span): void => {
    for (const env of envs) {
      found.push({ start: span.start, end: span.end, bindings: bindingsOf(env) });
    }
  };
  switch (pattern.kind) {
    case 'statements':
      for (const block of target.lists) {
        for (const [index, first] of block.kids.entries()) {
          const envs = matchStatements(
            matcher,
            pattern.list,
            block.kids.slice(index),
            {
              ...EMPTY_ENV,
              reached: first.end,
            },
            { lessIsOk: true, spanMatters: true },
          );
          for (const env of envs)
            collect([env], { start: Math.min(first.start, env.from), end: env.reached });
        }
      }
      return found;
    case 'any-statement':
      for (const node of target.statements) if (node.kind !== 'Block') collect([EMPTY_ENV], node);
      return found;
    case 'partial':
      for (const node of candidates(pattern.tree, target)) {
        const envs = matcher.match(pattern.tree, node, EMPTY_ENV);
        if (envs.length > 0) collect(envs, language.headOf?.(node) ?? headSpan(node));
      }
      return found;
    case 'node':
      for (const node of candidates(pattern.tree, target)) {
        if (node.role !== pattern.tree.role) continue;
        collect(matcher.matchRoot(pattern.tree, node, EMPTY_ENV), node);
      }
      return found;
  }
}

/** The nodes that a pattern of this shape could match at all. */
function candidates(pattern: Tree, target: TargetIndex): readonly Tree[] {
  const of = (...kinds: readonly string[]): readonly Tree[] =>
    kinds.length === 1
      ? (target.byKind.get(kinds[0] ?? '') ?? NO_NODES)
      : kinds.flatMap((kind) => target.byKind.get(kind) ?? NO_NODES);
  if (pattern.role === 'type') return target.types;
  if (pattern.role === 'attribute') return target.attributes;
  if (pattern.role === 'stmt') {
    if (pattern.kind === 'ExprStmt') return target.statements;
    return of(pattern.kind, ...(ALSO[pattern.kind] ?? NO_KINDS));
  }
  if (pattern.role !== 'expr') return of(pattern.kind);
  switch (pattern.kind) {
    case 'Id':
      if (isMetavariable(pattern.text)) return target.expressions;
      return of('Id');
    case 'Ellipsis':
    case 'Deep':
    case 'TypedMetavariable':
    case 'DotEllipsis':
      return target.expressions;
    case 'Str':
    case 'Lit':
      return of(pattern.kind, 'Id', 'Op', 'Concat');
    case 'Assign':
      return of('Assign', 'AssignOp');
    case 'Dot':
      return of('Dot', 'Id');
    default:
      return [
        ...of(pattern.kind),
        ...of('Id').filter(({ facts }) => facts?.imported !== undefined),
      ];
  }
}

const NO_KINDS: readonly string[] = [];
const ALSO: Readonly<Record<string, readonly string[]>> = {
  FuncDef: ['VarDef', 'Field'],
  ImportFrom: ['ImportAs', 'ImportAll', 'VarDef'],
  ImportAs: ['ImportFrom', 'ImportAll', 'VarDef'],
};

/** A definition up to its body. */
function headSpan(node: Tree): Span {
  const body = bodyOf(node);
  if (body === undefined) return node;
  let end = node.start;
  const visit = (inner: Tree): void => {
    if (inner === body) return;
    if (inner.kids.length === 0 || inner.end <= body.start) end = Math.max(end, inner.end);
    else inner.kids.forEach(visit);
  };
  node.kids.forEach(visit);
  return { start: node.start, end };
}

function bodyOf(node: Tree): Tree | undefined {
  const last = node.kids.at(-1);
  if (last === undefined) return undefined;
  if (last.kind === 'Func') return last.kids.at(-1);
  return last.kind === 'Fields' || last.kind === 'Block' ? last : bodyOf(last);
}
