import { bind, NO_MATCH, type Env, type Envs } from './bindings.ts';
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
