import { sum } from '@refbench/base';
import {
  strictReferenceOf,
  type RepositoryContext,
  type Ruleset,
  type TreeScanOptions,
} from '@refbench/rule-engine';
import { tryTricks } from '@refbench/rulesets';

/** The trick that keeps what every program does, so that no suite notices it. */
const HARMLESS = 'rename';
/** Below the limit of the admission, because the shares change a little once a rule is gone. */
const MAX_SCORE = 0.08;
/** Fewer rules are refused anyway. */
const MIN_RULES = 5;

/**
 * Finds mined rules that a renaming of names satisfies, although nothing else changes: the easiest ones
 * first, until the others together earn hardly anything.
 * @returns the ids of the rules to leave out
 */
export async function easyRules(
  trees: RepositoryContext,
  ruleset: Ruleset,
  scan: TreeScanOptions,
): Promise<ReadonlySet<string>> {
  const rules = [...ruleset.additive, ...ruleset.reductive];
  const scans = await trees.scan(rules, scan);
  const reference = await strictReferenceOf(trees, ruleset, scans, scan);
  const [renamed] = await tryTricks(trees, reference, scan, [HARMLESS]);
  return leftOut(rules.map(({ id }) => ({ id, share: renamed?.shares.get(id) ?? 0 })));
}

/** Leaves out the rule with the largest share until the mean of the others is small enough. */
export function leftOut(
  rules: readonly { readonly id: string; readonly share: number }[],
): ReadonlySet<string> {
  const rest = rules.toSorted((one, other) => other.share - one.share);
  let total = sum(rest.map(({ share }) => share));
  const easy = new Set<string>();
  while (rest.length > MIN_RULES && total > MAX_SCORE * rest.length) {
    const first = rest.shift();
    if (first === undefined) break;
    easy.add(first.id);
    total -= first.share;
  }
  return easy;
}
