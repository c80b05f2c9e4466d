import { parseYamlFiles } from '@refbench/files';
import { checkRules } from './check-rules.ts';
import { isOpengrepDocument, opengrepRulesOf } from './opengrep/import/rule-files.ts';
import type { OpengrepRule } from './opengrep/import/rule-files.ts';
import { findRuleFiles } from './rule-folder.ts';
import { ruleOf } from './rule-of-document.ts';
import type { Rule } from './rule.ts';
import { rejectSameIds } from './same-ids.ts';

/** Rules of both dialects. */
export interface LoadedRules {
  readonly astGrep: readonly Rule[];
  readonly opengrep: readonly OpengrepRule[];
}

/**
 * The rules of a file or folder (of a ruleset or of an import too), in either dialect; ids are unique
 * over all. Sides do not matter here: ast-grep rules come as additive.
 * @throws RefbenchError kind `invalid-file`, which names the file and the field
 */
export async function loadRules(path: string): Promise<LoadedRules> {
  const astGrep: Rule[] = [];
  const opengrep: OpengrepRule[] = [];
  for (const file of await parseYamlFiles(await findRuleFiles(path))) {
    for (const document of file.documents) {
      if (document === null) continue;
      if (isOpengrepDocument(document)) opengrep.push(...opengrepRulesOf(document, file.path));
      else astGrep.push(ruleOf(document, 'additive', file.path, file.path));
    }
  }
  rejectSameIds([...astGrep, ...opengrep]);
  await checkRules(astGrep);
  return { astGrep, opengrep };
}
