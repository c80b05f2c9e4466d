import { engineVersion } from '../cache/engine-version.ts';
import type { RuleEngine } from '../matches/rule-engine.ts';
import type { AstGrepRule } from '../rule/rule.ts';
import { planScan } from './scan-plan.ts';
import { scanUnits } from './scan-units.ts';

/** Runs ast-grep rules with the native library, in child processes. */
export const astGrepEngine: RuleEngine<AstGrepRule> = {
  digest: async () => engineVersion(),
  plan: (rules) => {
    const plan = planScan(rules);
    return {
      rules,
      wantedFor: ({ path }) => plan.wantedFor(path),
      scan: (units, options, onResult) => scanUnits(plan, units, options, onResult),
    };
  },
};
