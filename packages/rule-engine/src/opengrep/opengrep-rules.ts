import type { Digest, RulesetSide } from '@refbench/contracts';
import { describeIssues, digestOf, parseYamlFiles } from '@refbench/base';
import { z } from 'zod';
import { invalidRules } from '../rule/invalid-rules.ts';
import type { OpengrepRule } from '../rule/rule.ts';
import { readWithin } from '../rule/within.ts';
import { opengrepLanguage } from './languages.ts';

/** Ids are used in paths, messages and tables, so their characters are restricted. */
const idSchema = z
  .string()
  .max(200)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'use letters, digits, ".", "_" and "-"');

const languageSchema = z
  .string()
  .refine(
    (name) => opengrepLanguage(name) !== undefined,
    'OpenGrep does not support this language',
  );

const globsSchema = z.array(z.string()).nullish();

/** The fields that are needed to pass a rule to OpenGrep, which checks the rest. */
const ruleSchema = z.looseObject({
  id: idSchema,
  languages: z.array(languageSchema).min(1),
  message: z.string().optional(),
  metadata: z.unknown().optional(),
  paths: z.looseObject({ include: globsSchema, exclude: globsSchema }).nullish(),
});

const fileSchema = z.looseObject({ rules: z.array(z.unknown()) });

/** Whether a document has the format of OpenGrep. Its rules are not checked. */
export function isOpengrepDocument(
  document: unknown,
): document is { readonly rules: readonly unknown[] } {
  return fileSchema.safeParse(document).success;
}

/**
 * Reads OpenGrep rule files. OpenGrep allows duplicate ids, but a ruleset does not, so a number is
 * appended to duplicate ids. Sides are determined later; all rules are returned as additive.
 * @throws RefbenchError kind `invalid-file`, which names file, rule and field
 */
export async function readOpengrepRules(
  paths: readonly string[],
): Promise<readonly OpengrepRule[]> {
  const files = await parseYamlFiles(paths);
  const rules = files.flatMap(({ path, documents }) =>
    documents.flatMap((document) => opengrepRulesOf(document, 'additive', path)),
  );
  return withDistinctIds(rules);
}

function withDistinctIds(rules: readonly OpengrepRule[]): readonly OpengrepRule[] {
  const taken = new Set(rules.map(({ id }) => id));
  const seen = new Set<string>();
  return rules.map((rule) => {
    let { id } = rule;
    if (seen.has(id)) {
      for (let number = 2; taken.has(id); number += 1) id = `${rule.id}-${number}`;
    }
    seen.add(id);
    taken.add(id);
    const definition = { ...rule.definition, id };
    return id === rule.id ? rule : { ...rule, id, definition, digest: digestOfRule(definition) };
  });
}

/**
 * Returns the rules of one parsed document.
 * @throws RefbenchError kind `invalid-file`, which names file, rule and field
 */
export function opengrepRulesOf(
  document: unknown,
  side: RulesetSide,
  file: string,
): readonly OpengrepRule[] {
  const parsed = fileSchema.safeParse(document);
  if (!parsed.success) {
    throw invalidRules(file, `it is not an OpenGrep rule file (${describeIssues(parsed.error)})`);
  }
  return parsed.data.rules.map((rule, index) => ruleOf(rule, side, file, `rules.${index}`));
}

function ruleOf(definition: unknown, side: RulesetSide, file: string, place: string): OpengrepRule {
  const parsed = ruleSchema.safeParse(definition);
  if (!parsed.success) throw invalidRules(`${file}: ${place}`, describeIssues(parsed.error));
  const { id, languages, message = id, paths, metadata } = parsed.data;
  const within = readWithin(metadata, side, `${file}: ${place}`);
  return {
    dialect: 'opengrep',
    id,
    side,
    file,
    message,
    languages,
    pathGlobs: [...(paths?.include ?? []), ...(paths?.exclude ?? [])],
    definition: parsed.data,
    ...(within !== undefined && { within }),
    digest: digestOfRule(parsed.data),
    matchDigest: digestOf({ opengrep: programRule(parsed.data) }),
  };
}

function digestOfRule(definition: OpengrepRule['definition']): Digest {
  return digestOf({ opengrep: definition });
}

/**
 * Returns the fields of a rule that determine its matches. The message is included, because OpenGrep
 * reports a location once per expanded message. Fields that only act on matches are excluded.
 */
export function programRule(definition: OpengrepRule['definition']): Record<string, unknown> {
  const { id: _id, fix: _fix, 'fix-regex': _fixRegex, ...kept } = definition;
  const { metadata: _metadata, validators: _validators, ...matching } = kept;
  return matching;
}
