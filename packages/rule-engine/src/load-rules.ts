import { parseYamlFiles, TextCache } from '@refbench/files';
import { checkRules } from './check-rules.ts';
import { isOpengrepDocument, opengrepRulesOf } from './opengrep/opengrep-rules.ts';
import { findRuleFiles } from './rule-folder.ts';
import { ruleOf } from './rule-of-document.ts';
import type { Rule } from './rule.ts';
import { rulesByDialect } from './rules-by-dialect.ts';
import { rejectSameIds } from './same-ids.ts';
import { startScannerEarly } from './scanner-process.ts';

export interface LoadOptions {
  /** Folder of what was parsed and checked before; without it, everything is read anew. */
  readonly cacheDir?: string | undefined;
}

/**
 * The rules of a file or folder, or of a ruleset, in either dialect; ids are unique over all. Sides do
 * not matter here: the rules come as additive. OpenGrep rules are not compiled.
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

/** ast-grep rules that were not parsed before must be compiled, too: the child starts meanwhile. */
function prepareCheck(texts: readonly string[]): void {
  if (texts.some((text) => /\brule["']?:/.test(text))) startScannerEarly();
}
