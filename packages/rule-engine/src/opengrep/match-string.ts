import { bind, NO_MATCH, type Env, type Envs } from './bindings.ts';
import { compileRegex } from './regex.ts';
import { isEllipsisMetavariable, isMetavariable, type Tree } from './tree.ts';

/** A string literal: `"..."` is any, `"$X"` binds the content, `"=~/re/"` is a regular expression. */
export function matchString(pattern: Tree, target: Tree, env: Env): Envs {
  if (target.kind !== 'Str' && target.kind !== pattern.kind && target.kind !== 'Name')
    return NO_MATCH;
  const special = matchText(pattern.text, target, env);
  if (special !== undefined) return special;
  return pattern.text === target.text ? [env] : NO_MATCH;
}

/** The special contents of a string in a pattern; undefined where it is to be taken as it is. */
export function matchText(wanted: string, target: Tree, env: Env): Envs | undefined {
  if (wanted === '...') return [env];
  if (isMetavariable(wanted) || isEllipsisMetavariable(wanted)) {
    const quoted = target.end - target.start >= target.text.length + 2;
    const start = quoted ? target.start + 1 : target.start;
    const end = quoted ? target.end - 1 : target.end;
    return bind(env, wanted, { start, end, nodes: [], content: target.text });
  }
  const regex = /^=~\/(.*)\/([mi]?)$/s.exec(wanted);
  if (regex === null) return undefined;
  const compiled = compileRegex(regex[1] ?? '', regex[2]);
  return compiled.kind === 'regex' && compiled.regex.test(target.text) ? [env] : NO_MATCH;
}
