import { tree, type Tree } from './tree.ts';

/** The literal that an expression always is: a name set once, or literals put together. */
export function constantOf(target: Tree): Tree | undefined {
  if (target.kind === 'Id') return target.facts?.constant;
  if (target.kind === 'Op' && target.text === '+') {
    const [left, right] = target.kids.map((kid) => (kid.kind === 'Str' ? kid : constantOf(kid)));
    if (left?.kind !== 'Str' || right?.kind !== 'Str') return undefined;
    return tree('Str', 'expr', target, [], left.text + right.text);
  }
  if (target.kind === 'Concat') {
    const parts = target.kids.map((kid) => (kid.kind === 'Str' ? kid : constantOf(kid)));
    if (!parts.every((part) => part?.kind === 'Str')) return undefined;
    return tree('Str', 'expr', target, [], parts.map((part) => part?.text).join(''));
  }
  return undefined;
}
