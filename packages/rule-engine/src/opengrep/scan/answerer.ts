import { compileOpengrepRule, type CompiledRule } from '../compile-rule.ts';
import type { Parse } from '../pattern.ts';
import { searchFile, SourceUnit } from '../search.ts';
import type { OpengrepQuestion, OpengrepScanAnswer, RuleAnswer } from './messages.ts';

/** The child's side: compiles rules once and searches one file after the other. */
export function createAnswerer(
  parse: Parse,
): (question: OpengrepQuestion) => readonly RuleAnswer[] | OpengrepScanAnswer {
  let compiled: readonly CompiledRule[] = [];
  return (question) => {
    if (question.kind === 'rules') {
      compiled = question.rules.map((rule) => compileSafely(rule, parse));
      return compiled.map(ruleAnswer);
    }
    const unit = new SourceUnit(question.path, question.text, parse);
    return question.rules.map((index) => search(compiled[index], unit));
  };
}

/** A fault of the compiler costs the rule, not the others. */
function compileSafely(rule: unknown, parse: Parse): CompiledRule {
  try {
    return compileOpengrepRule(rule, parse);
  } catch (error) {
    return { kind: 'unsupported', reason: `it cannot be compiled (${String(error)})` };
  }
}

function ruleAnswer(compiled: CompiledRule): RuleAnswer {
  if (compiled.kind === 'unsupported') return { unsupported: compiled.reason };
  const extensions = compiled.rule.perLanguage.map(({ language }) => language?.extensions);
  const known = extensions.filter((each) => each !== undefined);
  return { extensions: known.length < extensions.length ? null : known.flat() };
}

function search(compiled: CompiledRule | undefined, unit: SourceUnit): OpengrepScanAnswer[number] {
  if (compiled?.kind !== 'native') return { error: 'there is no such rule' };
  try {
    const found = searchFile(compiled.rule, unit);
    return { offsets: found.flatMap(({ start, end }) => [start, end]) };
  } catch (error) {
    return { error: String(error) };
  }
}
