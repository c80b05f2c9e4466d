import type { RulesetSide } from '@refbench/contracts';
import {
  strictReferenceOf,
  type RepositoryContext,
  type Ruleset,
  type TreeScanOptions,
} from '@refbench/rule-engine';
import { tryTricks, type TrickResult } from '@refbench/rulesets';
import { median } from '@refbench/base';
import { byRule } from '../candidates/measure.ts';
import { readChange } from '../change/read-change.ts';
import { generalisation, type Generalisation } from './generalisation.ts';
import { narrowness, type Narrowness } from './narrowness.ts';
import { partialPatches, type PartialPatch } from './partial-patches.ts';
import { rulesetCoverage, type RulesetCoverage } from './ruleset-coverage.ts';

export interface QualityOptions {
  readonly scan: TreeScanOptions;
  readonly seed: string;
  /** Splits for generalisation; 0 leaves it out, because it does not depend on the ruleset. */
  readonly splits: number;
  readonly limit: number;
  /** Ids of additive rules that force a choice. */
  readonly restrictive: ReadonlySet<string>;
}

/** What a ruleset is worth as a description of its refactoring. */
export interface RulesetQuality {
  readonly rules: Readonly<Record<RulesetSide, number>>;
  readonly coverage: RulesetCoverage;
  /** Medians over all rules, on the tree that a rule describes. */
  readonly support: { readonly matches: number | null; readonly files: number | null };
  /** Share of the additive rules; null without additive rules. */
  readonly restrictive: number | null;
  readonly tricks: readonly Pick<TrickResult, 'trick' | 'ifr' | 'ifrStrict'>[];
  readonly partial: readonly PartialPatch[];
  readonly generalisation: Generalisation | null;
  readonly narrowness: readonly Narrowness[];
}

/** Measures a ruleset on its refactoring. Everything random follows from the seed. */
export async function measureQuality(
  context: RepositoryContext,
  ruleset: Ruleset,
  options: QualityOptions,
): Promise<RulesetQuality> {
  const { scan, seed, splits, limit } = options;
  const change = await readChange(context, scan.signal);
  const scans = await context.scan([...ruleset.additive, ...ruleset.reductive], scan);
  const own = {
    additive: byRule(scans.golden.witnesses),
    reductive: byRule(scans.base.witnesses),
  };
  const matches = (['additive', 'reductive'] as const).flatMap((side) =>
    ruleset[side].map(({ id }) => own[side].get(id) ?? []),
  );
  const reference = await strictReferenceOf(context, ruleset, scans, scan);
  const restrictive = ruleset.additive.filter(({ id }) => options.restrictive.has(id)).length;
  return {
    rules: { additive: ruleset.additive.length, reductive: ruleset.reductive.length },
    coverage: rulesetCoverage(ruleset, change, scans),
    support: {
      matches: median(matches.map((found) => found.length)),
      files: median(matches.map((found) => new Set(found.map(({ file }) => file)).size)),
    },
    restrictive: ruleset.additive.length === 0 ? null : restrictive / ruleset.additive.length,
    tricks: (await tryTricks(context, reference, scan)).map(({ trick, ifr, ifrStrict }) => ({
      trick,
      ifr,
      ifrStrict,
    })),
    partial: await partialPatches(context, ruleset, change, seed, scan),
    generalisation:
      splits === 0 ? null : await generalisation(change, { seed, splits, limit, scan: {} }),
    narrowness: await narrowness(context, ruleset, change, scan),
  };
}
