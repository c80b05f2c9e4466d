import type { RulesetSide, ThreeWay, Witness } from '@refbench/contracts';
import { fileRoles } from './file-roles.ts';
import { rewrittenLines } from './rewritten-lines.ts';
import { rewrittenWitnesses } from './rewritten.ts';
import type { FileLines, Languages } from './file-lines.ts';
import { movedCode } from './moved-code.ts';
import { keptAsInGolden } from './retained-lines.ts';
import type { TreeChange } from './tree-change.ts';
import { byRuleAndFile, lesserShare, sumOf, type RuleFiles } from './witness-files.ts';

/** One patch, and what it is compared with. */
export interface StrictInput {
  readonly rules: readonly { readonly id: string; readonly side: RulesetSide }[];
  /** All witnesses on each tree. */
  readonly base: readonly Witness[];
  readonly golden: readonly Witness[];
  readonly patched: readonly Witness[];
  /** Of base files that reductive rules match or that golden takes lines from. */
  readonly lines: FileLines;
  /** From base to golden. Every file of it counts as source. */
  readonly goldenChange: TreeChange;
  /** From base to the patched tree. */
  readonly patchedChange: TreeChange;
  readonly languages: Languages;
  /** Files of base whose code stands where rules cannot look into it, or in another language. */
  readonly hidden: ReadonlySet<string>;
}

/** What each rule earned, and the figure. */
export interface StrictFollowing {
  readonly ifr: ThreeWay;
  /** In 0..1, by rule. */
  readonly shares: ReadonlyMap<string, number>;
  /** How much of a base file's code was kept as golden keeps it, in 0..1. */
  readonly kept: (file: string) => number;
}

/**
 * Strict instruction following, in 0..1. A rule earns a share instead of all or nothing, and the
 * figure is the mean over the rules of a side, or over all.
 *
 * - A **reductive** rule earns the share of base's witnesses and files that were rewritten
 *   (`rewrittenWitnesses`), less what it still matches elsewhere.
 * - An **additive** rule earns the share of golden's witnesses and files that the patch reaches. A
 *   file of the patch stands for one file of golden (`fileRoles`) and counts up to golden's matches
 *   in it. What it earns is multiplied by the share of old code that was rewritten: in the file
 *   itself where reductive rules match it on base, else in the whole tree (IFR-, strict). New code
 *   that replaces nothing therefore earns nothing.
 * - Each share is the lesser of the share of witnesses and the share of files (`lesserShare`).
 *
 * Golden has 1 and an unchanged tree has 0. Null for a side without rules.
 * Not one of the paper's figures; docs/strict-scores.md discusses it.
 */
export function strictFollowing(input: StrictInput): StrictFollowing {
  const { rules, lines, languages } = input;
  const comparison = { lines, golden: input.goldenChange, patched: input.patchedChange, languages };
  const moved = movedCode(comparison);
  const kept = keptAsInGolden(comparison, moved);
  const reductive = idsOf(rules, 'reductive');
  const additive = idsOf(rules, 'additive');
  const base = byRuleAndFile(ofRules(input.base, reductive));
  const left = byRuleAndFile(ofRules(input.patched, reductive));
  const rewritten = rewrittenWitnesses({
    base: ofRules(input.base, reductive),
    patched: ofRules(input.patched, reductive),
    comparison,
    moved,
    kept,
    hidden: input.hidden,
  });
  const shares = new Map<string, number>();
  for (const id of reductive) {
    const before = sumOf(base.get(id)?.values() ?? []);
    const fewer = before - sumOf(left.get(id)?.values() ?? []);
    const share = lesserShare(base.get(id), rewritten.get(id));
    shares.set(id, before === 0 ? 0 : Math.min(share, Math.max(0, fewer / before)));
  }
  const replacement =
    reductive.size === 0
      ? rewrittenLines(comparison, kept)
      : rewrittenShare(base, rewritten, meanOf(shares, reductive) ?? 0);
  const golden = byRuleAndFile(ofRules(input.golden, additive));
  const reached = reachedWitnesses(golden, sourceWitnesses(input, additive), replacement);
  for (const id of additive) shares.set(id, lesserShare(golden.get(id), reached.get(id)));
  return {
    ifr: {
      additive: meanOf(shares, additive),
      reductive: meanOf(shares, reductive),
      total: meanOf(shares, new Set([...additive, ...reductive])),
    },
    shares,
    kept,
  };
}

/** Share of the old code that was rewritten: in a file, or in the whole tree. */
type Replacement = (file: string) => number;

function rewrittenShare(base: RuleFiles, rewritten: RuleFiles, whole: number): Replacement {
  const inFile = (counts: RuleFiles, file: string): number =>
    sumOf([...counts.values()].map((files) => files.get(file) ?? 0));
  return (file) => {
    const before = inFile(base, file);
    return before === 0 ? whole : inFile(rewritten, file) / before;
  };
}

/** What golden's witnesses are worth in the patch, by rule and by golden's file. */
function reachedWitnesses(
  golden: RuleFiles,
  patched: RuleFiles,
  replacement: Replacement,
): RuleFiles {
  const roles = fileRoles(golden, patched);
  return new Map(
    [...golden].map(([rule, files]) => [
      rule,
      new Map(
        [...files].map(([role, count]) => {
          const file = roles.get(role);
          if (file === undefined) return [role, 0] as const;
          const reached = Math.min(count, patched.get(rule)?.get(file) ?? 0);
          return [role, reached * replacement(file)] as const;
        }),
      ),
    ]),
  );
}

/** Matches outside the project's source do not count. */
function sourceWitnesses(input: StrictInput, rules: ReadonlySet<string>): RuleFiles {
  return byRuleAndFile(
    ofRules(input.patched, rules).filter(
      ({ file }) => input.patchedChange.get(file)?.isSource !== false,
    ),
  );
}

function idsOf(rules: StrictInput['rules'], side: RulesetSide): ReadonlySet<string> {
  return new Set(rules.filter((rule) => rule.side === side).map(({ id }) => id));
}

function ofRules(witnesses: readonly Witness[], rules: ReadonlySet<string>): readonly Witness[] {
  return witnesses.filter(({ rule }) => rules.has(rule));
}

function meanOf(shares: ReadonlyMap<string, number>, rules: ReadonlySet<string>): number | null {
  if (rules.size === 0) return null;
  return sumOf([...rules].map((id) => shares.get(id) ?? 0)) / rules.size;
}
