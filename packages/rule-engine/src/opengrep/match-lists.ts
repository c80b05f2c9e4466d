import { bind, listValue, NO_MATCH, type Env, type Envs } from './bindings.ts';
import { chain, either, type Matcher } from './matcher.ts';
import { isEllipsisMetavariable, isMetavariable, type Tree } from './tree.ts';

/** `...` in a list, in whatever wrapper its place gives it. */
export const isEllipsis = (node: Tree): boolean =>
  node.kind === 'Ellipsis' || (node.kind === 'ExprStmt' && node.kids[0]?.kind === 'Ellipsis');

/** The name of a `$...NAME` in a list, in whatever wrapper its place gives it. */
export function ellipsisMetavariable(node: Tree): string | undefined {
  if (isEllipsisMetavariable(node.text)) return node.text;
  const [only] = node.kids;
  if (
    node.kids.length === 1 &&
    only !== undefined &&
    ['ExprStmt', 'Param', 'Field'].includes(node.kind)
  ) {
    return ellipsisMetavariable(only);
  }
  return undefined;
}

/** In order; `...` stands for any number of elements, `$...X` for as many and binds them. */
export function matchSequence(
  matcher: Matcher,
  patterns: readonly Tree[],
  targets: readonly Tree[],
  env: Env,
  lessIsOk = false,
): Envs {
  const step = (p: number, t: number, at: Env): Envs => {
    const pattern = patterns[p];
    if (pattern === undefined) return t === targets.length || lessIsOk ? [at] : NO_MATCH;
    if (isEllipsis(pattern)) {
      if (p === patterns.length - 1) return [at];
      let found: Envs = NO_MATCH;
      for (let next = t; next <= targets.length; next += 1) {
        const from = next;
        found = either(found, () => step(p + 1, from, at));
      }
      return found;
    }
    const name = ellipsisMetavariable(pattern);
    if (name !== undefined) {
      let found: Envs = NO_MATCH;
      for (let next = t; next <= targets.length; next += 1) {
        const taken = targets.slice(t, next);
        const where = targets[t]?.start ?? targets.at(-1)?.end ?? 0;
        const from = next;
        found = either(found, () =>
          chain(bind(at, name, listValue(taken, where)), (bound) => step(p + 1, from, bound)),
        );
      }
      return found;
    }
    const target = targets[t];
    if (target === undefined) return NO_MATCH;
    return chain(matcher.match(pattern, target, at), (matched) => step(p + 1, t + 1, matched));
  };
  return step(0, 0, env);
}

/** Arguments: in order, but named ones wherever they stand. */
export function matchArguments(
  matcher: Matcher,
  patterns: readonly Tree[],
  targets: readonly Tree[],
  env: Env,
): Envs {
  const keyword = patterns.findIndex((pattern) => pattern.kind === 'KeywordArg');
  const pattern = patterns[keyword];
  if (pattern === undefined) return matchSequence(matcher, patterns, targets, env);
  const rest = patterns.toSpliced(keyword, 1);
  return targets.reduce<Envs>((found, target, index) => {
    const candidate =
      target.kind === 'KeywordArg' &&
      (isMetavariable(pattern.text) || pattern.text === target.text);
    if (!candidate) return found;
    return either(found, () =>
      chain(matcher.match(pattern, target, env), (matched) =>
        matchArguments(matcher, rest, targets.toSpliced(index, 1), matched),
      ),
    );
  }, NO_MATCH);
}

/** Each pattern takes another target; what is left over is fine if less is. */
export function matchAnyOrder(
  matcher: Matcher,
  patterns: readonly Tree[],
  targets: readonly Tree[],
  env: Env,
  lessIsOk: boolean,
): Envs {
  const wanted = patterns.filter((pattern) => !isEllipsis(pattern));
  const rest = wanted.filter((pattern) => ellipsisMetavariable(pattern) === undefined);
  const names = wanted.map(ellipsisMetavariable).filter((name) => name !== undefined);
  const open = lessIsOk || rest.length < patterns.length;
  const step = (p: number, left: readonly Tree[], at: Env): Envs => {
    const pattern = rest[p];
    if (pattern === undefined) {
      if (left.length > 0 && !open) return NO_MATCH;
      return names.reduce<Envs>(
        (envs, name) =>
          chain(envs, (bound) => bind(bound, name, listValue(left, left[0]?.start ?? 0))),
        [at],
      );
    }
    let found: Envs = NO_MATCH;
    for (const [index, target] of left.entries()) {
      found = either(found, () =>
        chain(matcher.match(pattern, target, at), (matched) =>
          step(p + 1, left.toSpliced(index, 1), matched),
        ),
      );
    }
    return found;
  };
  return step(0, targets, env);
}
