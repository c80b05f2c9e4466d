import type { Score } from '@refbench/contracts';
import type { Ruleset } from '../rule/rule.ts';
import type { ScanResult } from '../matches/scan-result.ts';
import type { HiddenFile } from './hidden-files.ts';

/** The rules that a tree follows, as the published figure counts them. */
export interface FollowedRules {
  readonly counts: Score['rules'];
  readonly followed: ReadonlySet<string>;
  /** Reductive rules that count as matching because a file could not be scanned, with the file. */
  readonly uncertain: ReadonlyMap<string, { readonly file: string; readonly reason: string }>;
}

/**
 * Determines the followed rules. An additive rule is followed if it matches. A reductive rule is
 * followed if it matches nowhere and every file that it matched on base could be scanned, so a patch
 * cannot gain by hiding files.
 */
export function followedRules(
  ruleset: Ruleset,
  scan: ScanResult,
  hidden: readonly HiddenFile[],
): FollowedRules {
  const matching = new Set(scan.witnesses.map(({ rule }) => rule));
  const uncertain = new Map<string, { file: string; reason: string }>();
  for (const { id } of ruleset.reductive) {
    if (matching.has(id)) continue;
    const error = scan.errors.find(({ rule }) => rule === id || rule === null);
    const file = hidden.find(({ rule }) => rule === id);
    const cause = error ?? file;
    if (cause !== undefined) uncertain.set(id, { file: cause.file, reason: cause.reason });
  }
  const additive = ruleset.additive.filter(({ id }) => matching.has(id));
  const reductive = ruleset.reductive.filter(({ id }) => !matching.has(id) && !uncertain.has(id));
  return {
    counts: {
      additive: { matched: additive.length, total: ruleset.additive.length },
      reductive: { unmatched: reductive.length, total: ruleset.reductive.length },
    },
    followed: new Set([...additive, ...reductive].map(({ id }) => id)),
    uncertain,
  };
}
