import { sameTree, spanOf, type Span, type Tree } from './tree.ts';

/** What a metavariable stands for: one node, a run of nodes, or a piece of text inside a string. */
export interface Value extends Span {
  readonly nodes: readonly Tree[];
  /** The characters themselves, where they are no node of their own. */
  readonly content?: string;
}

interface Bound {
  readonly name: string;
  readonly value: Value;
  readonly next: Bound | undefined;
}

/** One way in which a pattern matches so far. */
export interface Env {
  readonly bound: Bound | undefined;
  /** Where the last statement of a matched sequence ends; -1 before there is one. */
  readonly reached: number;
  /** Where the first of them starts, in the text: not always the first one in order. */
  readonly from: number;
}

export type Envs = readonly Env[];

export const EMPTY_ENV: Env = { bound: undefined, reached: -1, from: Infinity };
export const NO_MATCH: Envs = [];

function lookup(env: Env, name: string): Value | undefined {
  for (let bound = env.bound; bound !== undefined; bound = bound.next) {
    if (bound.name === name) return bound.value;
  }
  return undefined;
}

/** All bindings, a name once. */
export function bindingsOf(env: Env): ReadonlyMap<string, Value> {
  const found = new Map<string, Value>();
  for (let bound = env.bound; bound !== undefined; bound = bound.next) {
    if (!found.has(bound.name)) found.set(bound.name, bound.value);
  }
  return found;
}

/** Binds, or checks that what is bound already is alike. `$_` is never bound. */
export function bind(env: Env, name: string, value: Value): Envs {
  if (name === '$_') return [env];
  const known = lookup(env, name);
  if (known !== undefined) return sameValue(known, value) ? [env] : NO_MATCH;
  return [{ ...env, bound: { name, value, next: env.bound } }];
}

export const nodeValue = (node: Tree): Value => ({
  start: node.start,
  end: node.end,
  nodes: [node],
});

export function listValue(nodes: readonly Tree[], at: number): Value {
  return { ...(spanOf(nodes) ?? { start: at, end: at }), nodes };
}

export function sameValue(left: Value, right: Value): boolean {
  if (left.content !== undefined || right.content !== undefined) {
    return textOf(left) !== undefined && textOf(left) === textOf(right);
  }
  return (
    left.nodes.length === right.nodes.length &&
    left.nodes.every((node, index) => sameTree(node, right.nodes[index] as Tree))
  );
}

function textOf(value: Value): string | undefined {
  if (value.content !== undefined) return value.content;
  const [only] = value.nodes;
  if (value.nodes.length !== 1 || only === undefined) return undefined;
  return ['Id', 'Name', 'Str'].includes(only.kind) ? only.text : undefined;
}

/** Ways that differ in nothing that is reported count once. */
export function distinctEnvs(envs: Envs): Envs {
  if (envs.length < 2) return envs;
  const seen = new Set<string>();
  return envs.filter((env) => {
    let key = `${env.from} ${env.reached}`;
    for (let bound = env.bound; bound !== undefined; bound = bound.next) {
      key += ` ${bound.name} ${bound.value.start} ${bound.value.end}`;
    }
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
