import type { RulesetSide } from '@refbench/contracts';
import { describeIssues, digestOf } from '@refbench/base';
import { invalidRules } from './invalid-rules.ts';
import { pathScope, type PathScope } from './path-scope.ts';
import { ruleSchema, type RuleDocument } from './rule-schema.ts';
import type { AstGrepRule, Matcher } from './rule.ts';
import { readWithin, withinMeaning } from './within.ts';

/**
 * Creates an ast-grep rule from a parsed YAML document. The rule is not compiled yet.
 * @throws RefbenchError kind `invalid-file`, which names the place and the field
 */
export function ruleOf(
  document: unknown,
  side: RulesetSide,
  file: string,
  place: string,
): AstGrepRule {
  const parsed = ruleSchema.safeParse(document);
  if (!parsed.success) throw invalidRules(place, describeIssues(parsed.error));
  const { id, language, message, files, ignores, metadata } = parsed.data;
  const matcher = matcherOf(parsed.data);
  const within = readWithin(metadata, side, place);
  return {
    dialect: 'ast-grep',
    id,
    side,
    language,
    message: message ?? id,
    file,
    matcher,
    scope: scopeOf(parsed.data, place),
    ...(within !== undefined && { within }),
    digest: digestOf({ language, matcher, files, ignores, within: withinMeaning(within) }),
    matchDigest: digestOf({ of: language, matcher }),
  };
}

/** `transform` and `fix` do not affect matching, so they are dropped. */
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
    if (error instanceof SyntaxError)
      throw invalidRules(place, `files or ignores: ${error.message}`);
    throw error;
  }
}
