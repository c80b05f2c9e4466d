import type { RulesetSide, ThreeWay, Witness } from '@refbench/contracts';
import { fileRoles, type FileRoles, type NewFiles } from './file-roles.ts';
import { rewrittenLines } from './rewritten-lines.ts';
import { rewrittenWitnesses } from './rewritten.ts';
import type { FileLines, Languages } from './file-lines.ts';
import { movedCode } from './moved-code.ts';
import { retainedCode } from './retained-lines.ts';
import { significantKeys, type TreeChange } from './tree-change.ts';
import { byRuleAndFile, smallerShare, sumOf, type RuleFiles } from './witness-files.ts';

/** One patch, with the trees it is compared with. */
export interface StrictInput {
  readonly rules: readonly { readonly id: string; readonly side: RulesetSide }[];
  /** All witnesses of the rules on each tree. */
  readonly base: readonly Witness[];
  readonly golden: readonly Witness[];
  readonly patched: readonly Witness[];
  /** Matches of reductive rules that the patched tree only spells in another way. They remain. */
  readonly respelled?: readonly Witness[];
  /** Words that new links add to paths. They are no new words. */
  readonly namesOfLinks?: ReadonlySet<string>;
  /** Lines of the base files that reductive rules match or from which golden removes lines. */
  readonly lines: FileLines;
  /** The change from base to golden. All its files count as source. */
  readonly goldenChange: TreeChange;
  /** The change from base to the patched tree. */
  readonly patchedChange: TreeChange;
  readonly languages: Languages;
  /** Base files whose code is now where rules cannot match, or in another language. */
  readonly hidden: ReadonlySet<string>;
}

/** The strict IFR, and the share that each rule earned. */
export interface StrictFollowing {
  readonly ifr: ThreeWay;
  /** Share of each rule by id, in 0..1. */
  readonly shares: ReadonlyMap<string, number>;
  /** How much of a base file's code the patch keeps, compared with golden, in 0..1. */
  readonly kept: (file: string) => number;
}

/**
 * Strict instruction following rate. A rule earns a share in 0..1 instead of all or nothing, and the
 * rate is the mean over the rules of a side, or over all rules.
 *
 * - A **reductive** rule earns the share of its witnesses and files on base that were rewritten
 *   (`rewrittenWitnesses`). The share is limited by the decrease in its number of matches on the whole
 *   tree.
 * - An **additive** rule earns the share of golden's witnesses and files that the patch reaches. A
 *   file of the patch corresponds to one file of golden, or a new one to several new ones (`fileRoles`),
 *   and counts up to golden's number of matches in it. Its credit is multiplied by the share of old code
 *   that was rewritten: in the file itself if reductive rules match it on base, otherwise in the whole
 *   tree (strict IFR-). New code that replaces nothing therefore earns nothing.
 * - Each share is the smaller of the share of witnesses and the share of files (`smallerShare`).
 *
 * Golden scores 1 and an unchanged tree 0. Not a metric of the paper; docs/strict-scores.md discusses it.
 * @returns rates in 0..1, null for a side without rules, and the share of each rule
 */
export function strictFollowing(input: StrictInput): StrictFollowing {
  const { rules, lines, languages } = input;
  const comparison = { lines, golden: input.goldenChange, patched: input.patchedChange, languages };
  const moved = movedCode(comparison);
  const retained = retainedCode(comparison, moved);
  const reductive = idsOf(rules, 'reductive');
  const additive = idsOf(rules, 'additive');
  const base = byRuleAndFile(ofRules(input.base, reductive));
  const remainingMatches = [...input.patched, ...(input.respelled ?? [])];
  const remaining = byRuleAndFile(ofRules(remainingMatches, reductive));
  const rewritten = rewrittenWitnesses({
    base: ofRules(input.base, reductive),
    patched: ofRules(remainingMatches, reductive),
    namesOfLinks: input.namesOfLinks ?? new Set(),
    comparison,
    moved,
    kept: retained.around,
    hidden: input.hidden,
  });
  const shares = new Map<string, number>();
  for (const id of reductive) {
    const before = sumOf(base.get(id)?.values() ?? []);
    const decrease = before - sumOf(remaining.get(id)?.values() ?? []);
    const share = smallerShare(base.get(id), rewritten.get(id));
    shares.set(id, before === 0 ? 0 : Math.min(share, Math.max(0, decrease / before)));
  }
  const replacement =
    reductive.size === 0
      ? rewrittenLines(comparison, retained.inFile)
      : rewrittenShare(base, rewritten, meanOf(shares, reductive) ?? 0);
  const golden = byRuleAndFile(ofRules(input.golden, additive));
  const newFiles = {
    golden: newFilesOf(input.goldenChange),
    patched: newFilesOf(input.patchedChange),
  };
  const found = sourceWitnesses(input, additive);
  const roles = fileRoles(golden, found, newFiles);
  const reached = reachedWitnesses({ golden, patched: found, roles, replacement });
  for (const id of additive) shares.set(id, smallerShare(golden.get(id), reached.get(id)));
  return {
    ifr: {
      additive: meanOf(shares, additive),
      reductive: meanOf(shares, reductive),
      total: meanOf(shares, new Set([...additive, ...reductive])),
    },
    shares,
    kept: retained.inFile,
  };
}

/** Returns the share of old code that was rewritten, in a file or in the whole tree. */
type Replacement = (file: string) => number;

function rewrittenShare(base: RuleFiles, rewritten: RuleFiles, whole: number): Replacement {
  const inFile = (counts: RuleFiles, file: string): number =>
    sumOf([...counts.values()].map((files) => files.get(file) ?? 0));
  return (file) => {
    const before = inFile(base, file);
    return before === 0 ? whole : inFile(rewritten, file) / before;
  };
}

/**
 * Credit for golden's witnesses that the patch reaches, by rule and by golden's file. Where one file of the
 * patch stands for several of golden's, each of its witnesses counts once.
 */
function reachedWitnesses({
  golden,
  patched,
  roles,
  replacement,
}: {
  readonly golden: RuleFiles;
  readonly patched: RuleFiles;
  readonly roles: FileRoles;
  readonly replacement: Replacement;
}): RuleFiles {
  return new Map(
    [...golden].map(([rule, files]) => {
      const left = new Map(patched.get(rule));
      const ordered = [...files].sort(([one], [other]) => byOwnPath(roles, one, other));
      const credits = ordered.map(([role, count]) => {
        const file = roles.get(role);
        if (file === undefined) return [role, 0] as const;
        const available = left.get(file) ?? 0;
        const reached = Math.min(count, available);
        left.set(file, available - reached);
        return [role, reached * replacement(file)] as const;
      });
      return [rule, new Map(credits)];
    }),
  );
}

/** A file of golden whose path the patch has too comes first. */
function byOwnPath(roles: FileRoles, one: string, other: string): number {
  const isOwn = (role: string): boolean => roles.get(role) === role;
  if (isOwn(one) !== isOwn(other)) return isOwn(one) ? -1 : 1;
  return one < other ? -1 : 1;
}

/** New files of a tree, with the number of their distinct significant lines. */
function newFilesOf(change: TreeChange): NewFiles {
  return new Map(
    [...change]
      .filter(([, { isNew, isSource }]) => isNew === true && isSource)
      .map(([file, { hunks }]) => {
        const added = hunks.flatMap((hunk) => hunk.added.map(({ text }) => text));
        return [file, significantKeys(added).size];
      }),
  );
}

/** Excludes matches outside the project's source code. */
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
