import { RefbenchError, type Witness } from '@refbench/contracts';
import { writeFileAtomic } from '@refbench/base';
import { quarantineRules } from '../audit/quarantine-rules.ts';
import {
  checkContract,
  loadRuleset,
  ruleText,
  scanCounts,
  type ContextState,
  type Rule,
  type RuleContext,
  type TreeScanOptions,
} from '@refbench/rule-engine';
import { recordProvenance } from '../provenance/provenance-file.ts';
import type { RuleAuthor } from '../provenance/provenance-record.ts';
import { provenanceEntries } from '../provenance/rule-origin.ts';
import { readEditedRule } from './edited-rule.ts';
import { decisionOf, readReview, recordDecisions, type ReviewDecision } from './review-record.ts';

/** A rule with what a reviewer has to know about it. */
export interface ReviewedRule {
  readonly rule: Rule;
  /** Matches on each tree; null if they could not be counted. */
  readonly counts: Readonly<Record<ContextState, number | null>>;
  readonly witnesses: Readonly<Record<ContextState, readonly Witness[]>>;
  /** Why the rule does not hold; undefined if it holds. */
  readonly fault: string | undefined;
  /** The decision about this version; undefined if there is none. */
  readonly decision: ReviewDecision | undefined;
}

export interface ReviewerOptions {
  readonly context: RuleContext;
  readonly rulesDir: string;
  readonly by: RuleAuthor;
  readonly scan?: TreeScanOptions | undefined;
}

/** Applies the decisions of one reviewer to a ruleset. Each decision is stored at once. */
export class RuleReviewer {
  private readonly options: ReviewerOptions;

  constructor(options: ReviewerOptions) {
    this.options = options;
  }

  /** Returns the rules of the ruleset, the additive ones first. */
  async rules(): Promise<readonly ReviewedRule[]> {
    const { additive, reductive } = await loadRuleset(this.options.rulesDir);
    return await this.measure([...additive, ...reductive]);
  }

  /**
   * Accepts a rule.
   * @throws RefbenchError kind `invalid-file` if it does not hold on base and golden
   */
  async accept(reviewed: ReviewedRule): Promise<void> {
    this.assertAcceptable(reviewed);
    await this.decide(reviewed.rule, 'accepted');
  }

  /** @throws RefbenchError kind `invalid-file` if the rule does not hold on base and golden */
  assertAcceptable({ rule, fault }: ReviewedRule): void {
    if (fault === undefined) return;
    throw new RefbenchError({
      kind: 'invalid-file',
      message: `"${rule.id}" cannot be accepted: ${fault}`,
      hint: 'edit or drop it',
    });
  }

  /**
   * Moves a rule to `aside/`. Moving the file back undoes it.
   * @returns the path of the moved file
   * @throws RefbenchError kind `invalid-file` if the file also contains other rules
   */
  async drop({ rule }: ReviewedRule): Promise<string> {
    const { additive, reductive } = await loadRuleset(this.options.rulesDir);
    const all = [...additive, ...reductive];
    const [path = ''] = await quarantineRules(this.options.rulesDir, all, [rule]);
    await this.decide(rule, 'dropped');
    return path;
  }

  /** Returns the text of a rule for an editor. */
  async textOf({ rule }: ReviewedRule): Promise<string> {
    const { additive, reductive } = await loadRuleset(this.options.rulesDir);
    const all = [...additive, ...reductive];
    const other = all.find(({ file, id }) => file === rule.file && id !== rule.id);
    if (other === undefined) return await ruleText(rule, all);
    throw new RefbenchError({
      kind: 'invalid-file',
      message: `${rule.file}: "${rule.id}" cannot be edited alone, because "${other.id}" is in the same file`,
      hint: 'put each rule into its own file',
    });
  }

  /**
   * Replaces a rule by its edited text if the new rule holds. The new rule is undecided.
   * @returns the new rule, or a sentence about why nothing was changed
   */
  async replace({ rule }: ReviewedRule, text: string): Promise<ReviewedRule | string> {
    const edited = await readEditedRule(rule, text);
    if (typeof edited === 'string') return edited;
    const [measured] = await this.measure([edited]);
    if (measured === undefined) return 'the rule could not be measured';
    if (measured.fault !== undefined) return measured.fault;
    await writeFileAtomic(rule.file, text);
    if (edited.digest !== rule.digest) {
      const origin = { by: this.options.by, how: 'review-edit' } as const;
      await recordProvenance(this.options.rulesDir, provenanceEntries([edited], origin));
    }
    return measured;
  }

  private async measure(rules: readonly Rule[]): Promise<readonly ReviewedRule[]> {
    const { context, rulesDir, scan } = this.options;
    const review = await readReview(rulesDir);
    const scans = await context.scan(rules, scan);
    const counts = { base: scanCounts(rules, scans.base), golden: scanCounts(rules, scans.golden) };
    const { violations } = checkContract(rules, counts.base, counts.golden);
    const witnessesOf = (state: ContextState, id: string): readonly Witness[] =>
      scans[state].witnesses.filter((witness) => witness.rule === id);
    return rules.map((rule) => ({
      rule,
      counts: {
        base: counts.base.get(rule.id) ?? null,
        golden: counts.golden.get(rule.id) ?? null,
      },
      witnesses: {
        base: witnessesOf('base', rule.id),
        golden: witnessesOf('golden', rule.id),
      },
      fault: violations.find((one) => one.rule === rule.id)?.sentence,
      decision: decisionOf(review, rule),
    }));
  }

  private async decide(
    { id, side, digest }: Rule,
    decision: ReviewDecision['decision'],
  ): Promise<void> {
    const { by, rulesDir } = this.options;
    const at = new Date().toISOString();
    await recordDecisions(rulesDir, [{ rule: id, side, digest, decision, by, at }]);
  }
}
