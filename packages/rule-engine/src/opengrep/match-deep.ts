import type { Env, Envs } from './bindings.ts';
import { either, type Matcher } from './matcher.ts';
import type { Tree } from './tree.ts';

/** `<... e ...>`: the expression itself or any inside it, but not inside the body of a function. */
export function matchDeep(matcher: Matcher, pattern: Tree, target: Tree, env: Env): Envs {
  return subexpressions(matcher, target).reduce<Envs>(
    (found, inner) => either(found, () => matchDeep(matcher, pattern, inner, env)),
    matcher.matchRoot(pattern, target, env),
  );
}

/** What an expression statement's pattern accepts: `foo();` is also found in `x = foo();`. */
export function matchDeepImplicitly(matcher: Matcher, pattern: Tree, target: Tree, env: Env): Envs {
  return implicitSubexpressions(matcher, target).reduce<Envs>(
    (found, inner) => either(found, () => matchDeepImplicitly(matcher, pattern, inner, env)),
    matcher.matchRoot(pattern, target, env),
  );
}

function followed(matcher: Matcher, target: Tree): readonly Tree[] {
  const symbol = target.facts?.symbol;
  return matcher.options.symbolicPropagation && symbol !== undefined ? [symbol] : [];
}

function subexpressions(matcher: Matcher, target: Tree): readonly Tree[] {
  if (target.kind === 'Id') return followed(matcher, target);
  if (target.kind === 'AnonClass') return [];
  return innerExpressions(target);
}

function innerExpressions(target: Tree): readonly Tree[] {
  return target.kids.flatMap((kid) => {
    if (kid.role === 'expr') return [kid];
    // Members of an object; the statements of a function are not inside its expression.
    const isMember = kid.kind === 'Field' || (kid.kind === 'ExprStmt' && target.kind === 'Fields');
    return kid.role === 'other' || isMember ? innerExpressions(kid) : [];
  });
}

function implicitSubexpressions(matcher: Matcher, target: Tree): readonly Tree[] {
  switch (target.kind) {
    case 'Id':
      return followed(matcher, target);
    case 'Assign':
    case 'AssignOp':
      return target.kids.slice(1);
    case 'Call':
    case 'Op':
    case 'Concat':
    case 'Cast':
    case 'Await':
    case 'Yield':
    case 'Dot':
    case 'List':
    case 'Array':
    case 'Tuple':
    case 'Dict':
    case 'Set':
    case 'Record':
    case 'Seq':
      return innerExpressions(target);
    default:
      return NO_INNER;
  }
}

const NO_INNER: readonly Tree[] = [];
