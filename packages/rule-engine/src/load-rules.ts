import { parseYamlFiles } from '@refbench/files';
import { checkRules } from './check-rules.ts';
import { isOpengrepDocument, opengrepRulesOf } from './opengrep/opengrep-rules.ts';
import { findRuleFiles } from './rule-folder.ts';
import { ruleOf } from './rule-of-document.ts';
import type { Rule } from './rule.ts';
import { rulesByDialect } from './rules-by-dialect.ts';
import { rejectSameIds } from './same-ids.ts';

/**
 * The rules of a file or folder, or of a ruleset, in either dialect; ids are unique over all. Sides do
 * not matter here: the rules come as additive. OpenGrep rules are not compiled.
 * @throws RefbenchError kind `invalid-file`, which names the file and the field
 */
export async function loadRules(path: string): Promise<readonly Rule[]> {
  const rules: Rule[] = [];
  for (const file of await parseYamlFiles(await findRuleFiles(path))) {
    for (const document of file.documents) {
      if (document === null) continue;
      if (isOpengrepDocument(document)) {
        rules.push(...opengrepRulesOf(document, 'additive', file.path));
      } else rules.push(ruleOf(document, 'additive', file.path, file.path));
    }
  }
  rejectSameIds(rules);
  await checkRules(rulesByDialect(rules).astGrep);
  return rules;
}
