import type { Env, Envs } from './bindings.ts';
import type { Tree } from './tree.ts';

/** What the parts of the matcher share. */
export interface Matcher {
  readonly options: MatchOptions;
  match(pattern: Tree, target: Tree, env: Env): Envs;
  /** As `match`, for a pattern that is tried on a node for its own sake, not as a part of another. */
  matchRoot(pattern: Tree, target: Tree, env: Env): Envs;
}

export interface MatchOptions {
  /** Follow a name to the expression it was set to. */
  readonly symbolicPropagation: boolean;
  /** A pattern that ends in `...` needs only its longest match. */
  readonly inside: boolean;
}

/** What follows from each way so far; the ways are few, mostly one. */
export function chain(envs: Envs, next: (env: Env) => Envs): Envs {
  if (envs.length === 1) return next(envs[0] as Env);
  return envs.length === 0 ? envs : envs.flatMap(next);
}

export function either(left: Envs, right: () => Envs): Envs {
  const more = right();
  if (left.length === 0) return more;
  return more.length === 0 ? left : [...left, ...more];
}
