import type { RulesetSide, ThreeWay } from '@refbench/contracts';
import { instructionFollowing } from '@refbench/scoring';
import type { Ruleset } from '../rule/rule.ts';
import type { ScanResult } from '../matches/scan-result.ts';
import { scanChanges, type TreeScanOptions } from '../scan/scan-tree.ts';
import { followedRules } from './followed-rules.ts';
import { measureStrict, type StrictMeasurement } from './measure-strict.ts';
import type { StrictReference } from './strict-reference.ts';

/** The published and the strict figures of one tree. */
export interface TreeMeasurement {
  readonly scan: ScanResult;
  readonly measurement: StrictMeasurement;
  /** The published figure. */
  readonly rules: ThreeWay;
  /** The rules that count as followed, in the order of the ruleset. */
  readonly satisfied: readonly { readonly rule: string; readonly side: RulesetSide }[];
}

/** Scans and measures a tree of the repository as if it were a patch of base. */
export async function measureTree(
  reference: StrictReference,
  treeish: string,
  options: TreeScanOptions = {},
): Promise<TreeMeasurement> {
  const { repository, ruleset, base } = reference;
  const tree = await repository.readTree(treeish);
  const scan = await scanChanges(rulesOf(ruleset), repository, base, tree, {
    ...options,
    parseAll: true,
  });
  const measurement = await measureStrict(reference, { tree, scan, treeish }, options);
  const { counts, followed } = followedRules(ruleset, scan, measurement.hidden);
  return {
    scan,
    measurement,
    rules: instructionFollowing(counts),
    satisfied: rulesOf(ruleset)
      .filter(({ id }) => followed.has(id))
      .map(({ id, side }) => ({ rule: id, side })),
  };
}

function rulesOf({ additive, reductive }: Ruleset): readonly Ruleset['additive'][number][] {
  return [...additive, ...reductive];
}
