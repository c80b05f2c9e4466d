import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RulesetSide } from '@refbench/contracts';
import { parseYamlFiles, resolveWithin } from '@refbench/base';
import { checkRules } from '../ast-grep/check-rules.ts';
import { isOpengrepDocument, opengrepRulesOf } from '../opengrep/opengrep-rules.ts';
import { ruleOf } from '../rule/rule-of-document.ts';
import { invalidRules } from '../rule/invalid-rules.ts';
import { rejectSameIds } from '../rule/same-ids.ts';
import type { Rule, Ruleset } from '../rule/rule.ts';
import { rulesByDialect } from '../rule/rules-by-dialect.ts';
import { rulesetDigest } from './ruleset-digest.ts';

/**
 * Reads `<dir>/additive/*.yml` and `<dir>/reductive/*.yml`, with one or more ast-grep rules per file,
 * or OpenGrep rules. ast-grep rules are checked and compiled; OpenGrep rules only when they run. Ids
 * must be unique over both sides.
 * @throws RefbenchError kind `invalid-file`, which names the file and the field
 */
export async function loadRuleset(dir: string): Promise<Ruleset> {
  const additive = await loadSide(dir, 'additive');
  const reductive = await loadSide(dir, 'reductive');
  const rules = [...additive, ...reductive];
  if (rules.length === 0) {
    throw invalidRules(dir, 'no rules found', 'put ast-grep rules into additive/ and reductive/');
  }
  rejectSameIds(rules);
  await checkRules(rulesByDialect(rules).astGrep);
  return { additive, reductive, digest: rulesetDigest(rules) };
}

async function loadSide(dir: string, side: RulesetSide): Promise<readonly Rule[]> {
  const folder = join(dir, side);
  await resolveWithin(dir, folder);
  const files = await parseYamlFiles(
    (await ruleFileNames(folder)).map((name) => join(folder, name)),
    { root: dir },
  );
  const rules = files.flatMap(({ path, documents }) => {
    const present = documents.filter((document) => document !== null);
    if (present.length === 0) throw invalidRules(path, 'it contains no rule');
    return present.flatMap((document, index): readonly Rule[] | Rule => {
      if (isOpengrepDocument(document)) return opengrepRulesOf(document, side, path);
      const place = present.length === 1 ? path : `${path}: document ${index + 1}`;
      return ruleOf(document, side, path, place);
    });
  });
  return rules.sort((left, right) => (left.id < right.id ? -1 : 1));
}

/** Lists rule files. A missing side has no rules. Anything that would be ignored silently is an error. */
async function ruleFileNames(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw invalidRules(
        folder,
        'it is not a readable folder',
        'make it a folder of rule files',
        error,
      );
    },
  );
  const nested = entries.find((entry) => entry.isDirectory());
  if (nested !== undefined) {
    throw invalidRules(
      join(folder, nested.name),
      'rules in subfolders are not supported',
      'move them to the parent folder',
    );
  }
  return entries
    .map((entry) => entry.name)
    .filter((name) => /\.ya?ml$/.test(name))
    .sort();
}
