import { parseYamlFiles, TextCache } from '@refbench/base';
import { checkRules } from '../ast-grep/check-rules.ts';
import { isOpengrepDocument, opengrepRulesOf } from '../opengrep/opengrep-rules.ts';
import { findRuleFiles } from './rule-folder.ts';
import { ruleOf } from '../rule/rule-of-document.ts';
import type { Rule } from '../rule/rule.ts';
import { rulesByDialect } from '../rule/rules-by-dialect.ts';
import { rejectSameIds } from '../rule/same-ids.ts';
import { startScannerEarly } from '../ast-grep/scanner-process.ts';

export interface LoadOptions {
  /** Folder with the cache of parsed and checked rules. Without it, all rules are parsed again. */
  readonly cacheDir?: string | undefined;
}

/**
 * Loads the rules of a file, a folder or a ruleset, in either dialect. Ids must be unique. All rules
 * are returned as additive. OpenGrep rules are not compiled.
 * @throws RefbenchError kind `invalid-file`, which names the file and the field
 */
export async function loadRules(
  path: string,
  { cacheDir }: LoadOptions = {},
): Promise<readonly Rule[]> {
  const cache = cacheDir === undefined ? undefined : new TextCache(cacheDir);
  const rules: Rule[] = [];
  const files = await parseYamlFiles(await findRuleFiles(path), { cache, onParse: prepareCheck });
  for (const file of files) {
    for (const document of file.documents) {
      if (document === null) continue;
      if (isOpengrepDocument(document)) {
        rules.push(...opengrepRulesOf(document, 'additive', file.path));
      } else rules.push(ruleOf(document, 'additive', file.path, file.path));
    }
  }
  rejectSameIds(rules);
  await checkRules(rulesByDialect(rules).astGrep, cache);
  return rules;
}

/** New ast-grep rules must also be compiled, so the child process is started early. */
function prepareCheck(texts: readonly string[]): void {
  if (texts.some((text) => /\brule["']?:/.test(text))) startScannerEarly();
}
