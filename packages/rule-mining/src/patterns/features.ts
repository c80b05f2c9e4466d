import type { Fragment } from './fragment.ts';
import { shapeOf, type SyntaxNode } from '../syntax/syntax-node.ts';

/** A name or literal at a place in the tree of a fragment. */
interface Feature {
  readonly place: string;
  readonly text: string;
}

const MOST_FEATURES = 7;
const MOST_PAIRED = 5;
const DEEPEST = 6;

/** A group that a fragment belongs to. */
export interface GroupKey {
  readonly key: string;
  /** The names and literals that all members of the group share. */
  readonly words: readonly string[];
}

/**
 * The groups that a fragment belongs to: all fragments of its shape, those that share one name or
 * literal at the same place, those that share two, and those with the same text.
 */
export function groupKeys({ language, node }: Fragment): readonly GroupKey[] {
  const shape = `${language}:${shapeOf(node)}`;
  const features = featuresOf(node);
  const paired = features.slice(0, MOST_PAIRED);
  const pairs = paired.flatMap((left, index) =>
    paired.slice(index + 1).map((right) => [left, right]),
  );
  const shared = [...features.map((feature) => [feature]), ...pairs, features];
  return [
    { key: shape, words: [] },
    ...shared.map((some) => ({
      key: [shape, ...some.map(({ place, text }) => `${place}=${text}`)].join('\n'),
      words: some.map(({ text }) => text),
    })),
  ];
}

/** The names and literals nearest to the root first. */
function featuresOf(node: SyntaxNode): readonly Feature[] {
  const found: Feature[] = [];
  let level: { readonly node: SyntaxNode; readonly place: string }[] = [{ node, place: '' }];
  for (let depth = 0; depth < DEEPEST && level.length > 0; depth += 1) {
    const next: typeof level = [];
    for (const { node: parent, place } of level) {
      for (const [index, child] of parent.children.entries()) {
        const at = `${place}/${index}`;
        if (child.children.length > 0) next.push({ node: child, place: at });
        else if (child.named && !child.isLocal && isTelling(child.text))
          found.push({ place: at, text: child.text });
        if (found.length === MOST_FEATURES) return found;
      }
    }
    level = next;
  }
  return found;
}

function isTelling(text: string): boolean {
  return text.length > 1 && text.length < 80 && /[A-Za-z]/.test(text);
}
