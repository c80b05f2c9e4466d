import { RefbenchError, type RulesetSide } from '@refbench/contracts';
import { faultsOf } from '../ast-grep/check-rules.ts';
import { ruleOf } from '../rule/rule-of-document.ts';
import type { AstGrepRule } from '../rule/rule.ts';

/** A document with its rule, or with the reason why it is not a rule. */
export type CompiledRule<T> =
  | { readonly document: T; readonly rule: AstGrepRule }
  | { readonly document: T; readonly fault: string };

/**
 * Checks and compiles ast-grep rules that were never written to a file. The result has the order of
 * the documents. A document that is not a rule does not affect the others.
 */
export async function compileRules<T>(
  documents: readonly T[],
  side: RulesetSide,
): Promise<readonly CompiledRule<T>[]> {
  const read = documents.map((document, index) =>
    readRule(document, side, `document ${index + 1}`),
  );
  const rules = read.flatMap((one) => ('rule' in one ? [one.rule] : []));
  const faults = new Map<AstGrepRule, string>();
  for await (const { rule, fault } of faultsOf(rules)) faults.set(rule, fault);
  return read.map((one) => {
    const fault = 'rule' in one ? faults.get(one.rule) : undefined;
    return fault === undefined ? one : { document: one.document, fault };
  });
}

function readRule<T>(document: T, side: RulesetSide, place: string): CompiledRule<T> {
  try {
    return { document, rule: ruleOf(document, side, place, place) };
  } catch (error) {
    if (!RefbenchError.isInstance(error)) throw error;
    return { document, fault: error.message };
  }
}
