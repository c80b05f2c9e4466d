import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { RefbenchError, type RulesetSide } from '@refbench/contracts';
import { describeIssues, digestOf, parseYamlFiles } from '@refbench/files';
import { checkRules } from './check-rules.ts';
import { pathScope, type PathScope } from './path-scope.ts';
import { ruleSchema, type RuleDocument } from './rule-schema.ts';
import type { Matcher, Rule, Ruleset } from './rule.ts';

/**
 * Reads `<dir>/additive/*.yml` and `<dir>/reductive/*.yml`, one or more ast-grep rules a file.
 * Every rule is checked and compiled; ids are unique over both sides.
 * @throws RefbenchError kind `invalid-file`, which names the file and the field
 */
export async function loadRuleset(dir: string): Promise<Ruleset> {
  const additive = await loadSide(dir, 'additive');
  const reductive = await loadSide(dir, 'reductive');
  const rules = [...additive, ...reductive];
  if (rules.length === 0) {
    throw invalid(dir, 'there are no rules', 'put ast-grep rules into additive/ and reductive/');
  }
  rejectSameIds(rules);
  await checkRules(rules);
  const meanings = rules.map(({ side, id, digest }) => ({ side, id, digest }));
  return { additive, reductive, digest: digestOf(meanings) };
}

async function loadSide(dir: string, side: RulesetSide): Promise<readonly Rule[]> {
  const folder = join(dir, side);
  const files = await parseYamlFiles(
    (await ruleFileNames(folder)).map((name) => join(folder, name)),
  );
  const rules = files.flatMap(({ path, documents }) => {
    const present = documents.filter((document) => document !== null);
    if (present.length === 0) throw invalid(path, 'it holds no rule');
    return present.map((document, index) => {
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
      throw invalid(folder, 'it is not a readable folder', 'make it a folder of rule files', error);
    },
  );
  const nested = entries.find((entry) => entry.isDirectory());
  if (nested !== undefined) {
    throw invalid(join(folder, nested.name), 'rules are not looked for in folders', 'move them up');
  }
  return entries
    .map((entry) => entry.name)
    .filter((name) => /\.ya?ml$/.test(name))
    .sort();
}

function ruleOf(document: unknown, side: RulesetSide, file: string, place: string): Rule {
  const parsed = ruleSchema.safeParse(document);
  if (!parsed.success) throw invalid(place, describeIssues(parsed.error));
  const { id, language, message, files, ignores } = parsed.data;
  const matcher = matcherOf(parsed.data);
  return {
    id,
    side,
    language,
    message: message ?? id,
    file,
    matcher,
    scope: scopeOf(parsed.data, place),
    digest: digestOf({ language, matcher, files, ignores }),
  };
}

/** `transform` and `fix` act on a match and decide none, so they are not handed on. */
function matcherOf({ rule, constraints, utils }: RuleDocument): Matcher {
  return {
    rule,
    ...(constraints !== undefined && { constraints }),
    ...(utils !== undefined && { utils }),
  };
}

function scopeOf({ files, ignores }: RuleDocument, place: string): PathScope {
  try {
    return pathScope(files, ignores);
  } catch (error) {
    if (error instanceof SyntaxError) throw invalid(place, `files or ignores: ${error.message}`);
    throw error;
  }
}

function rejectSameIds(rules: readonly Rule[]): void {
  const seen = new Map<string, Rule>();
  for (const rule of rules) {
    const other = seen.get(rule.id);
    if (other !== undefined) {
      throw invalid(rule.file, `id: "${rule.id}" is also the id of a rule in ${other.file}`);
    }
    seen.set(rule.id, rule);
  }
}

function invalid(
  place: string,
  reason: string,
  mend = 'correct the file and run the same command again',
  cause?: unknown,
): RefbenchError {
  return new RefbenchError({ kind: 'invalid-file', message: `${place}: ${reason}`, mend, cause });
}
