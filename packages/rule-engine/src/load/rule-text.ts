import { readFile } from 'node:fs/promises';
import { formatYaml, parseYamlFiles } from '@refbench/base';
import { invalidRules } from '../rule/invalid-rules.ts';
import { isOpengrepDocument, opengrepRulesOf } from '../opengrep/opengrep-rules.ts';
import { ruleOf } from '../rule/rule-of-document.ts';
import type { Rule } from '../rule/rule.ts';

/**
 * Returns the YAML text of one rule for a file of its own. The text of a file that contains no other
 * rule is returned as it is, with its comments.
 * @param all the rules of the ruleset, which tell whether a file contains several
 */
export async function ruleText(rule: Rule, all: readonly Rule[]): Promise<string> {
  const isAlone = all.every(({ file, id }) => file !== rule.file || id === rule.id);
  return isAlone ? await readFile(rule.file, 'utf8') : formatYaml(await documentOf(rule));
}

/** A rule with the text of its file. */
export interface WrittenRule {
  readonly rule: Rule;
  readonly text: string;
}

/** Returns the same rule with another id. The digest of an OpenGrep rule covers its id. */
export async function withId(rule: Rule, id: string): Promise<WrittenRule> {
  if (rule.dialect === 'opengrep') {
    const document = { rules: [{ ...rule.definition, id }] };
    const [renamed = rule] = opengrepRulesOf(document, rule.side, rule.file);
    return { rule: renamed, text: formatYaml(document) };
  }
  const document = { ...(await documentOf(rule)), id };
  return { rule: ruleOf(document, rule.side, rule.file, rule.file), text: formatYaml(document) };
}

/** Reads the document of a rule again, because a rule keeps only what is needed for matching. */
async function documentOf(rule: Rule): Promise<object> {
  if (rule.dialect === 'opengrep') return { rules: [rule.definition] };
  for (const { documents } of await parseYamlFiles([rule.file])) {
    for (const document of documents) {
      if (typeof document !== 'object' || document === null || isOpengrepDocument(document)) {
        continue;
      }
      if ('id' in document && document.id === rule.id) return document;
    }
  }
  throw invalidRules(rule.file, `"${rule.id}" is no longer in the file`, 'repeat the command');
}
