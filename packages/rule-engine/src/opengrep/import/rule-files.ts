import { describeIssues, parseYamlFiles } from '@refbench/files';
import { z } from 'zod';
import { invalidRules } from '../../invalid-rules.ts';
import { rejectSameIds } from '../../same-ids.ts';

/** One rule of an OpenGrep file, as it is written. */
export interface OpengrepRule {
  readonly id: string;
  /** Where it is written, for messages. */
  readonly file: string;
  readonly languages: readonly string[];
  readonly message: string;
  readonly definition: Readonly<Record<string, unknown>>;
  /** How often OpenGrep matched on base and golden when the rule was published. */
  readonly published: PairOfCounts | undefined;
  /** What an import has found out; a rule that was never imported has none. */
  readonly engine: 'native' | 'external' | undefined;
}

export interface PairOfCounts {
  readonly base: number;
  readonly golden: number;
}

/** Where an import writes down which engine runs the rule. */
export const ENGINE_KEY = 'refbench-engine';

const countSchema = z.int().min(0);

/** Ids go into paths, messages and tables; OpenGrep's own ids are of these characters. */
const idSchema = z
  .string()
  .max(200)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'use letters, digits, ".", "_" and "-"');

const ruleSchema = z.looseObject({
  id: idSchema,
  languages: z.array(z.string()).min(1),
  message: z.string().optional(),
  metadata: z
    .looseObject({
      nr_legacy_patterns: countSchema.optional(),
      nr_refactored_patterns: countSchema.optional(),
      [ENGINE_KEY]: z.enum(['native', 'external']).optional(),
    })
    .nullish(),
});

const fileSchema = z.looseObject({ rules: z.array(z.unknown()) });

/** True for a document in OpenGrep's form, whatever its rules hold. */
export function isOpengrepDocument(document: unknown): boolean {
  return fileSchema.safeParse(document).success;
}

/**
 * Reads OpenGrep rule files; what a rule looks for is not checked here. Ids are unique over all.
 * @throws RefbenchError kind `invalid-file`, which names file, rule and field
 */
export async function readOpengrepRules(
  paths: readonly string[],
): Promise<readonly OpengrepRule[]> {
  const files = await parseYamlFiles(paths);
  const rules = files.flatMap(({ path, documents }) =>
    documents.flatMap((document) => opengrepRulesOf(document, path)),
  );
  rejectSameIds(rules);
  return rules;
}

/** The rules of one parsed document. */
export function opengrepRulesOf(document: unknown, file: string): readonly OpengrepRule[] {
  const parsed = fileSchema.safeParse(document);
  if (!parsed.success) {
    throw invalidRules(file, `it is no OpenGrep rule file (${describeIssues(parsed.error)})`);
  }
  return parsed.data.rules.map((rule, index) => ruleOf(rule, file, `rules.${index}`));
}

function ruleOf(definition: unknown, file: string, place: string): OpengrepRule {
  const parsed = ruleSchema.safeParse(definition);
  if (!parsed.success) throw invalidRules(`${file}: ${place}`, describeIssues(parsed.error));
  const { id, languages, message = id, metadata } = parsed.data;
  const base = metadata?.nr_legacy_patterns;
  const golden = metadata?.nr_refactored_patterns;
  return {
    id,
    file,
    languages,
    message,
    definition: parsed.data,
    published: base === undefined || golden === undefined ? undefined : { base, golden },
    engine: metadata?.[ENGINE_KEY],
  };
}
