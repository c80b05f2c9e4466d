import { astGrepEngine } from '../ast-grep/ast-grep-engine.ts';
import { mergedResults, withoutEngine } from '../matches/merged-results.ts';
import type { RuleEngine, RuleEngines } from '../matches/rule-engine.ts';
import type { ScanResult } from '../matches/scan-result.ts';
import type { Rule } from '../rule/rule.ts';
import { rulesByDialect } from '../rule/rules-by-dialect.ts';
import { admitByPath } from '../within/admit-witnesses.ts';

/** Runs each engine on its rules. Without engines, OpenGrep rules become errors of the result. */
export async function scanByDialect(
  rules: readonly Rule[],
  engines: RuleEngines | undefined,
  scan: <R extends Rule>(engine: RuleEngine<R>, rules: readonly R[]) => Promise<ScanResult>,
): Promise<ScanResult> {
  const { astGrep, opengrep } = rulesByDialect(rules);
  const results: ScanResult[] = [];
  if (astGrep.length > 0 || opengrep.length === 0) {
    results.push(await scan(engines?.astGrep ?? astGrepEngine, astGrep));
  }
  if (opengrep.length > 0) {
    results.push(
      engines === undefined ? withoutEngine(opengrep) : await scan(engines.opengrep, opengrep),
    );
  }
  return admitByPath(rules, mergedResults(results));
}
