import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RulesetSide } from '@refbench/contracts';
import { digestOf, parseYamlFiles, resolveWithin } from '@refbench/files';
import { checkRules } from './check-rules.ts';
import { isOpengrepDocument, opengrepRulesOf } from './opengrep/opengrep-rules.ts';
import { ruleOf } from './rule-of-document.ts';
import { invalidRules } from './invalid-rules.ts';
import { rejectSameIds } from './same-ids.ts';
import type { Rule, Ruleset } from './rule.ts';
import { rulesByDialect } from './rules-by-dialect.ts';

/**
 * Reads `<dir>/additive/*.yml` and `<dir>/reductive/*.yml`, one or more ast-grep rules a file, or
 * files of OpenGrep rules. Every ast-grep rule is checked and compiled, which OpenGrep rules are only
 * when they run; ids are unique over both sides.
 * @throws RefbenchError kind `invalid-file`, which names the file and the field
 */
export async function loadRuleset(dir: string): Promise<Ruleset> {
  const additive = await loadSide(dir, 'additive');
  const reductive = await loadSide(dir, 'reductive');
  const rules = [...additive, ...reductive];
  if (rules.length === 0) {
    throw invalidRules(
      dir,
      'there are no rules',
      'put ast-grep rules into additive/ and reductive/',
    );
  }
  rejectSameIds(rules);
  await checkRules(rulesByDialect(rules).astGrep);
  const meanings = rules.map(({ side, id, digest }) => ({ side, id, digest }));
  return { additive, reductive, digest: digestOf(meanings) };
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
    if (present.length === 0) throw invalidRules(path, 'it holds no rule');
    return present.flatMap((document, index): readonly Rule[] | Rule => {
      if (isOpengrepDocument(document)) return opengrepRulesOf(document, side, path);
      const place = present.length === 1 ? path : `${path}: document ${index + 1}`;
      return ruleOf(document, side, path, place);
    });
  });
  return rules.sort((left, right) => (left.id < right.id ? -1 : 1));
}

/** A missing side has no rules; anything that would silently be left out is an error. */
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
      'rules are not looked for in folders',
      'move them up',
    );
  }
  return entries
    .map((entry) => entry.name)
    .filter((name) => /\.ya?ml$/.test(name))
    .sort();
}
