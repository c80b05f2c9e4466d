import { RefbenchError, type Digest } from '@refbench/contracts';
import {
  checkContract,
  loadRuleset,
  ruleText,
  rulesetDigest,
  scanCounts,
  withId,
  type ContextScan,
  type Rule,
  type RuleContext,
  type TreeScanOptions,
} from '@refbench/rule-engine';
import { readProvenance } from '../provenance/provenance-file.ts';
import type { ProvenanceEntry } from '../provenance/provenance-record.ts';
import {
  coveredLines,
  jaccard,
  MAX_OVERLAP,
  type CoveredLines,
} from '../registration/line-overlap.ts';
import { readReview, type ReviewDecision } from '../review/review-record.ts';

/** What became of a rule of one of the rulesets. */
type MergeOutcome =
  | { readonly kind: 'kept' }
  /** Kept under another id, because an earlier rule has the same id and another meaning. */
  | { readonly kind: 'renamed'; readonly from: string }
  /** Left out: an earlier ruleset has the same rule. */
  | { readonly kind: 'same-rule'; readonly as: string }
  /** Left out: it covers the lines of an earlier rule. */
  | { readonly kind: 'overlap'; readonly with: string; readonly jaccard: number }
  /** Left out: it does not hold on base and golden. */
  | { readonly kind: 'breaks-contract'; readonly sentence: string };

/** A rule of one of the rulesets, under its final id. */
export interface MergedRule {
  /** The folder of its ruleset. */
  readonly folder: string;
  readonly rule: Rule;
  readonly text: string;
  readonly outcome: MergeOutcome;
}

export interface MergedRuleset {
  /** All rules, in the order of the folders. */
  readonly rules: readonly MergedRule[];
  /** Digest of the ruleset of the kept rules. */
  readonly digest: Digest;
  /** The origins of the kept rules. */
  readonly provenance: readonly ProvenanceEntry[];
  /** The decisions that accepted the kept rules. */
  readonly decisions: readonly ReviewDecision[];
}

export interface MergeOptions {
  readonly context: RuleContext;
  /** Folders of rulesets of one instance. Earlier folders have precedence. */
  readonly folders: readonly string[];
  /** Give a rule another id if an earlier rule with another meaning has the same id. */
  readonly rename?: boolean | undefined;
  readonly scan?: TreeScanOptions | undefined;
}

interface Candidate {
  readonly folder: string;
  readonly rule: Rule;
  readonly text: string;
  readonly origins: readonly ProvenanceEntry[];
  readonly decisions: readonly ReviewDecision[];
  /** The id before it was renamed. */
  readonly from?: string;
  /** The id of an earlier rule that is the same. */
  readonly as?: string;
}

/**
 * Joins rulesets of one instance. Nothing is written.
 * @throws RefbenchError kind `invalid-file` if two rules have the same id and different meanings, and
 * `rename` is not set
 */
export async function mergeRulesets(options: MergeOptions): Promise<MergedRuleset> {
  const candidates = await readCandidates(options.folders, options.rename === true);
  const fresh = candidates.filter(({ as }) => as === undefined);
  const scans = await options.context.scan(
    fresh.map(({ rule }) => rule),
    options.scan,
  );
  const outcomes = judgeAll(fresh, scans);
  const rules = candidates.map((candidate): MergedRule => {
    const { folder, rule, text, as } = candidate;
    const outcome: MergeOutcome =
      as === undefined ? (outcomes.get(rule.id) ?? { kind: 'kept' }) : { kind: 'same-rule', as };
    return { folder, rule, text, outcome };
  });
  const kept = keptRules(rules).map(({ rule }) => rule);
  const ids = new Set(kept.map(({ id }) => id));
  return {
    rules,
    digest: rulesetDigest(inOrder(kept)),
    provenance: candidates.flatMap(({ rule, origins, as = rule.id }) =>
      ids.has(as) ? origins.map((entry) => ({ ...entry, rule: as })) : [],
    ),
    decisions: candidates.flatMap(({ rule, decisions, as = rule.id }) =>
      ids.has(as) ? decisions.map((one) => ({ ...one, rule: as })) : [],
    ),
  };
}

/** Returns the rules of the merged ruleset. */
export function keptRules(rules: readonly MergedRule[]): readonly MergedRule[] {
  return rules.filter(({ outcome }) => outcome.kind === 'kept' || outcome.kind === 'renamed');
}

async function readCandidates(
  folders: readonly string[],
  rename: boolean,
): Promise<readonly Candidate[]> {
  const candidates: Candidate[] = [];
  const byMeaning = new Map<string, string>();
  const byId = new Map<string, Rule>();
  for (const folder of folders) {
    const { additive, reductive } = await loadRuleset(folder);
    const all = [...additive, ...reductive];
    const { rules: entries } = await readProvenance(folder);
    const review = await readReview(folder);
    for (const rule of all) {
      const origins = entries.filter((entry) => entry.rule === rule.id && entry.side === rule.side);
      const decisions = review.decisions.filter(
        (one) => one.decision === 'accepted' && isAbout(one, rule),
      );
      const same = byMeaning.get(`${rule.side} ${rule.digest}`);
      if (same !== undefined) {
        // Only this version is the same rule; its history belongs to the other ruleset.
        const own = origins.filter(({ digest }) => digest === rule.digest);
        candidates.push({ folder, rule, text: '', origins: own, decisions, as: same });
        continue;
      }
      const other = byId.get(rule.id);
      if (other !== undefined && !rename) throw clash(rule, other);
      const candidate =
        other === undefined
          ? { folder, rule, text: await ruleText(rule, all), origins, decisions }
          : await renamed(rule, {
              folder,
              origins,
              decisions,
              taken: new Set([...byId.keys(), ...idsOf(all)]),
            });
      candidates.push(candidate);
      byMeaning.set(`${rule.side} ${rule.digest}`, candidate.rule.id);
      byId.set(candidate.rule.id, candidate.rule);
    }
  }
  return candidates;
}

async function renamed(
  rule: Rule,
  at: {
    readonly folder: string;
    readonly origins: readonly ProvenanceEntry[];
    readonly decisions: readonly ReviewDecision[];
    readonly taken: ReadonlySet<string>;
  },
): Promise<Candidate> {
  let number = 2;
  while (at.taken.has(`${rule.id}-${number}`)) number += 1;
  const written = await withId(rule, `${rule.id}-${number}`);
  const origins = at.origins.map((entry) =>
    entry.digest === rule.digest ? { ...entry, digest: written.rule.digest } : entry,
  );
  const { digest } = written.rule;
  const decisions = at.decisions.map((one) => ({ ...one, digest }));
  return { folder: at.folder, ...written, origins, decisions, from: rule.id };
}

function isAbout(decision: ReviewDecision, { id, side, digest }: Rule): boolean {
  return decision.rule === id && decision.side === side && decision.digest === digest;
}

function clash(rule: Rule, other: Rule): RefbenchError {
  return new RefbenchError({
    kind: 'invalid-file',
    message: `${rule.file}: "${rule.id}" is another rule than the one with this id in ${other.file}`,
    hint: 'use --rename to keep both, or remove one of them',
  });
}

/** Judges rules in order: the contract first, then the overlap with the rules kept so far. */
function judgeAll(
  candidates: readonly Candidate[],
  scans: ContextScan,
): ReadonlyMap<string, MergeOutcome> {
  const rules = candidates.map(({ rule }) => rule);
  const { violations } = checkContract(
    rules,
    scanCounts(rules, scans.base),
    scanCounts(rules, scans.golden),
  );
  const kept: { readonly rule: Rule; readonly lines: CoveredLines }[] = [];
  const outcomes = new Map<string, MergeOutcome>();
  for (const { rule, from } of candidates) {
    const violation = violations.find((one) => one.rule === rule.id);
    if (violation !== undefined) {
      outcomes.set(rule.id, { kind: 'breaks-contract', sentence: violation.sentence });
      continue;
    }
    const { witnesses } = scans[rule.side === 'additive' ? 'golden' : 'base'];
    const lines = coveredLines(witnesses.filter((witness) => witness.rule === rule.id));
    const [nearest] = kept
      .filter((one) => one.rule.side === rule.side)
      .map((one) => ({ with: one.rule.id, jaccard: jaccard(lines, one.lines) }))
      .sort((left, right) => right.jaccard - left.jaccard);
    if (nearest !== undefined && nearest.jaccard > MAX_OVERLAP) {
      outcomes.set(rule.id, { kind: 'overlap', ...nearest });
      continue;
    }
    kept.push({ rule, lines });
    outcomes.set(rule.id, from === undefined ? { kind: 'kept' } : { kind: 'renamed', from });
  }
  return outcomes;
}

/** The order in which a ruleset is loaded. */
function inOrder(rules: readonly Rule[]): readonly Rule[] {
  const ofSide = (side: Rule['side']): readonly Rule[] =>
    rules.filter((rule) => rule.side === side).sort((left, right) => (left.id < right.id ? -1 : 1));
  return [...ofSide('additive'), ...ofSide('reductive')];
}

function idsOf(rules: readonly Rule[]): readonly string[] {
  return rules.map(({ id }) => id);
}
