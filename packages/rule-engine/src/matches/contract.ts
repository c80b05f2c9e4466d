import type { RulesetSide } from '@refbench/contracts';
import type { Rule } from '../rule/rule.ts';
import type { ScanCounts } from './scan-counts.ts';

interface ContractViolation {
  readonly rule: string;
  readonly side: RulesetSide;
  /** Matches on each tree; null if they could not be counted. */
  readonly base: number | null;
  readonly golden: number | null;
  /** A description of the violation for the author of the rule. */
  readonly sentence: string;
}

export interface ContractReport {
  readonly holds: boolean;
  /** Violations in the order of the rules. A rule can violate the contract on both trees. */
  readonly violations: readonly ContractViolation[];
}

/**
 * Checks the contract of rules: an additive rule matches golden but not base, and a reductive rule
 * matches base but not golden.
 */
export function checkContract(
  rules: readonly Rule[],
  base: ScanCounts,
  golden: ScanCounts,
): ContractReport {
  const violations = rules.flatMap((rule) =>
    violationsOf(rule, base.get(rule.id) ?? null, golden.get(rule.id) ?? null),
  );
  return { holds: violations.length === 0, violations };
}

function violationsOf(rule: Rule, base: number | null, golden: number | null): ContractViolation[] {
  const { id, side } = rule;
  const sentences = [
    faultOf(rule, 'base', base, side === 'reductive'),
    faultOf(rule, 'golden', golden, side === 'additive'),
  ];
  return sentences
    .filter((sentence) => sentence !== undefined)
    .map((sentence) => ({ rule: id, side, base, golden, sentence }));
}

function faultOf(
  { id, side }: Rule,
  state: 'base' | 'golden',
  count: number | null,
  wanted: boolean,
): string | undefined {
  const subject = `${side} rule "${id}"`;
  if (count === null) return `${subject} could not be counted on ${state}`;
  if (wanted && count === 0) return `${subject} must match ${state} and matches nothing there`;
  if (!wanted && count > 0) {
    return `${subject} must not match ${state} and matches ${count} ${count === 1 ? 'place' : 'places'} there`;
  }
  return undefined;
}
