import { hasAtMost, lineKey } from '../change/text-counts.ts';
import { isDefinition } from '../syntax/definition-kinds.ts';
import type { SyntaxNode } from '../syntax/syntax-node.ts';
import type { Fragment } from './fragment.ts';

/**
 * The pieces of syntax without those that only moved: whose text the other tree's pieces have at least
 * as often. A piece with a changed part is kept.
 */
export function withoutMovedFragments(
  own: readonly Fragment[],
  other: readonly Fragment[],
): readonly Fragment[] {
  const keys = new Map(own.map((fragment) => [fragment, keyOf(fragment.node)]));
  const isMoved = hasAtMost(
    keys.values(),
    other.map(({ node }) => keyOf(node)),
  );
  return own.filter((fragment) => !isMoved(keys.get(fragment) ?? ''));
}

/**
 * The pieces of syntax that moved, and then the definitions among the fresh ones that the other tree has
 * less often: what golden merges stands there once, and in this tree several times.
 *
 * @param fresh those of `own` that did not just move
 */
export function movedFragments(
  own: readonly Fragment[],
  other: readonly Fragment[],
  fresh: readonly Fragment[],
): readonly Fragment[] {
  const known = new Set(fresh);
  const moved = own.filter((fragment) => !known.has(fragment));
  return [...moved, ...definitionsElsewhere(fresh, other)];
}

/** The definitions that the other tree has, too, as often or not. */
export function definitionsElsewhere(
  own: readonly Fragment[],
  other: readonly Fragment[],
): readonly Fragment[] {
  const known = new Set(other.filter(isDefining).map(({ node }) => keyOf(node)));
  return own.filter((fragment) => isDefining(fragment) && known.has(keyOf(fragment.node)));
}

function isDefining({ node }: Fragment): boolean {
  return isDefinition(node.kind);
}

/** Kinds are part of it: a name that becomes a type has changed. */
function keyOf({ kind, text }: SyntaxNode): string {
  return `${kind}\0${lineKey(text)}`;
}
