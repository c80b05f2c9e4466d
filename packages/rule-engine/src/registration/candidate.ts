import { RefbenchError, type RulesetSide } from '@refbench/contracts';
import { parseYamlFiles } from '@refbench/files';
import { faultsOf } from '../check-rules.ts';
import { ruleOf } from '../rule-of-document.ts';
import type { AstGrepRule } from '../rule.ts';

/** A candidate for registration: one document of a rule file. */
export interface Candidate {
  /** The file, and the document if there are several. */
  readonly place: string;
  /** The parsed document, which is written to the ruleset; undefined if it could not be parsed. */
  readonly document: unknown;
  /** The rule, or the reason why it is invalid. */
  readonly rule: AstGrepRule | { readonly fault: string };
}

/** Reads the candidates of files. A fault only affects its own candidate. */
export async function readCandidates(
  paths: readonly string[],
  side: RulesetSide,
): Promise<readonly Candidate[]> {
  const candidates = (await Promise.all(paths.map((path) => candidatesOf(path, side)))).flat();
  const rules = candidates.flatMap(({ rule }) => ('fault' in rule ? [] : [rule]));
  const faults = new Map<AstGrepRule, string>();
  for await (const { rule, fault } of faultsOf(rules)) faults.set(rule, fault);
  return candidates.map((candidate) => {
    const fault = 'fault' in candidate.rule ? undefined : faults.get(candidate.rule);
    return fault === undefined ? candidate : { ...candidate, rule: { fault } };
  });
}

async function candidatesOf(path: string, side: RulesetSide): Promise<readonly Candidate[]> {
  try {
    const documents = (await parseYamlFiles([path])).flatMap((file) => file.documents);
    const present = documents.filter((document) => document !== null);
    if (present.length === 0) return [{ place: path, document: null, rule: { fault: 'no rule' } }];
    return present.map((document, index) => {
      const place = present.length === 1 ? path : `${path}: document ${index + 1}`;
      return { place, document, rule: faultless(() => ruleOf(document, side, path, place), place) };
    });
  } catch (error) {
    return [{ place: path, document: undefined, rule: { fault: faultOf(error, path) } }];
  }
}

function faultless(
  make: () => AstGrepRule,
  place: string,
): AstGrepRule | { readonly fault: string } {
  try {
    return make();
  } catch (error) {
    return { fault: faultOf(error, place) };
  }
}

/**
 * Returns the message without the place, which is reported separately. @throws other errors, which are
 * bugs
 */
function faultOf(error: unknown, place: string): string {
  if (!RefbenchError.isInstance(error)) throw error;
  return error.message.startsWith(`${place}: `)
    ? error.message.slice(place.length + 2)
    : error.message;
}
