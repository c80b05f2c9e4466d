import { bind, listValue, nodeValue, NO_MATCH, type Env, type Envs } from './bindings.ts';
import { chain, either, type Matcher } from './matcher.ts';
import { matchText } from './match-string.ts';
import { isMetavariable, type Tree } from './tree.ts';

/** The module of an import. A pattern's path may be the beginning of the target's. */
export function matchModule(pattern: Tree, target: Tree, env: Env): Envs {
  if (pattern.text === target.text) return [env];
  if (isMetavariable(pattern.text)) {
    const { start, end, text } = target;
    return bind(env, pattern.text, { start, end, nodes: [], content: text });
  }
  const special = matchText(pattern.text, target, env);
  if (special !== undefined) return special;
  return target.text.startsWith(`${pattern.text.replace(/\/$/, '')}/`) ? [env] : NO_MATCH;
}

/**
 * A module of several names: a pattern may be the beginning of the target's, and a single
 * metavariable is all of it.
 */
export function matchDottedPath(matcher: Matcher, pattern: Tree, target: Tree, env: Env): Envs {
  const [only] = pattern.kids;
  if (only !== undefined && pattern.kids.length === 1 && isMetavariable(only.text)) {
    return bind(env, only.text, nodeValue(target));
  }
  const absorbed = target.kids.length - pattern.kids.length + 1;
  if (absorbed < 1) return NO_MATCH;
  const whole = matchNames(matcher, pattern, target, env);
  if (pattern.text !== CLASS_PATH || absorbed === 1 || !isMetavariable(only?.text ?? ''))
    return whole;
  // `$PACKAGE.Name`: the package has several names.
  const packages = listValue(target.kids.slice(0, absorbed), target.start);
  const rest = { ...pattern, kids: pattern.kids.slice(1) };
  const behind = { ...target, kids: target.kids.slice(absorbed) };
  return either(whole, () =>
    chain(bind(env, only?.text ?? '', packages), (bound) =>
      matchNames(matcher, rest, behind, bound),
    ),
  );
}

/** The text of a path of packages with a class at its end. */
export const CLASS_PATH = 'class';

function matchNames(matcher: Matcher, pattern: Tree, target: Tree, env: Env): Envs {
  return pattern.kids.reduce<Envs>(
    (envs, name, index) =>
      chain(envs, (matched) => matcher.match(name, target.kids[index] as Tree, matched)),
    [env],
  );
}
