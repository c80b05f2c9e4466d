import { RefbenchError, type RulesetSide } from '@refbench/contracts';
import { parseYamlFiles } from '@refbench/base';
import {
  faultsOf,
  isOpengrepDocument,
  opengrepRulesOf,
  ruleOf,
  type Rule,
} from '@refbench/rule-engine';

/** A candidate for registration: an ast-grep document, or one rule of an OpenGrep document. */
export interface Candidate {
  /** The file, and the document or rule if there are several. */
  readonly place: string;
  /** The document that is written to the ruleset; undefined if it could not be parsed. */
  readonly document: unknown;
  /** The rule, or the reason why it is invalid. OpenGrep itself checks its rules when they run. */
  readonly rule: Rule | { readonly fault: string };
}

/** Reads the candidates of files. A fault only affects its own candidate. */
export async function readCandidates(
  paths: readonly string[],
  side: RulesetSide,
): Promise<readonly Candidate[]> {
  const candidates = (await Promise.all(paths.map((path) => candidatesOf(path, side)))).flat();
  const rules = candidates.flatMap(({ rule }) =>
    'fault' in rule || rule.dialect !== 'ast-grep' ? [] : [rule],
  );
  const faults = new Map<Rule, string>();
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
    return present.flatMap((document, index): readonly Candidate[] => {
      const place = present.length === 1 ? path : `${path}: document ${index + 1}`;
      if (isOpengrepDocument(document)) return opengrepCandidates(document, side, path, place);
      const rule = faultless(() => ruleOf(document, side, path, place), place);
      return [{ place, document, rule }];
    });
  } catch (error) {
    return [{ place: path, document: undefined, rule: { fault: faultOf(error, path) } }];
  }
}

/** Makes one candidate of each rule, so that a fault only affects its own rule. */
function opengrepCandidates(
  { rules }: { readonly rules: readonly unknown[] },
  side: RulesetSide,
  path: string,
  documentPlace: string,
): readonly Candidate[] {
  return rules.map((definition, index) => {
    const place = rules.length === 1 ? documentPlace : `${documentPlace}: rule ${index + 1}`;
    const document = { rules: [definition] };
    const rule = faultless(() => {
      const [only] = opengrepRulesOf(document, side, place);
      if (only === undefined) throw new Error('a document of one rule has none');
      return { ...only, file: path };
    }, `${place}: rules.0`);
    return { place, document, rule };
  });
}

function faultless<R extends Rule>(make: () => R, place: string): R | { readonly fault: string } {
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
