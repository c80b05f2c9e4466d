import { RefbenchError } from '@refbench/contracts';
import { digestOf, type TextCache } from '@refbench/base';
import { engineVersion } from '../cache/engine-version.ts';
import { parseableText } from '@refbench/code-facts';
import { namesNodeKinds } from './node-kinds.ts';
import { writtenPatterns } from '../rule/rule-patterns.ts';
import type { AstGrepRule } from '../rule/rule.ts';
import { checkAnswersSchema, onOneLine, type CheckAnswer } from './scanner-messages.ts';
import { ScannerProcess, type Answer } from './scanner-process.ts';

const CHECK_TIMEOUT_MS = 20_000;

/**
 * Compiles every rule, so that an invalid pattern, kind, regular expression or utility is reported as
 * an error and not as a rule that never matches. Rules that the cache records as valid are not
 * compiled again.
 * @throws RefbenchError kind `invalid-file`
 */
export async function checkRules(rules: readonly AstGrepRule[], cache?: TextCache): Promise<void> {
  if (rules.length === 0) return;
  const sound = rules.map(({ matchDigest }) => matchDigest);
  const key = digestOf({ engine: engineVersion(), sound });
  if ((await cache?.get(key)) !== undefined) return;
  for await (const { rule, fault } of faultsOf(rules)) {
    throw new RefbenchError({
      kind: 'invalid-file',
      message: `${rule.file}: rule "${rule.id}": ${fault}`,
      hint: 'correct the rule; `ast-grep scan` shows the same fault with more context',
    });
  }
  await cache?.put(key, '');
}

/** Yields the rules that do not compile, each with the engine's reason on one line. */
export async function* faultsOf(
  rules: readonly AstGrepRule[],
): AsyncGenerator<{ readonly rule: AstGrepRule; readonly fault: string }> {
  const languages = [...new Set(rules.map((rule) => rule.language))];
  const scanner = new ScannerProcess({ kind: 'rules', languages, matchers: [] });
  try {
    const together = answersOf(await ask(rules, scanner));
    for (const [index, rule] of rules.entries()) {
      // If the batch failed, each rule is checked alone to find the faulty one.
      const fault = faultIn(rule, together?.[index] ?? (await checkAlone(rule, scanner)));
      if (fault !== undefined) yield { rule, fault };
    }
  } finally {
    scanner.release();
  }
}

function ask(rules: readonly AstGrepRule[], scanner: ScannerProcess): Promise<Answer> {
  const questions = rules.map(({ language, matcher }) => {
    const patterns = writtenPatterns(matcher).map(({ text }) => parseableText(language, text));
    return { language, matcher, patterns };
  });
  return scanner.ask({ kind: 'check', rules: questions }, CHECK_TIMEOUT_MS);
}

function answersOf(answer: Answer): readonly CheckAnswer[] | undefined {
  return answer.kind === 'answered' ? checkAnswersSchema.parse(answer.value).rules : undefined;
}

async function checkAlone(rule: AstGrepRule, scanner: ScannerProcess): Promise<CheckAnswer> {
  const answer = await ask([rule], scanner);
  if (answer.kind === 'timed-out') {
    return { error: `it does not compile within ${CHECK_TIMEOUT_MS} ms` };
  }
  return answersOf(answer)?.[0] ?? { error: 'the engine died while it compiled the rule' };
}

function faultIn({ language, matcher }: AstGrepRule, checked: CheckAnswer): string | undefined {
  if ('error' in checked) return onOneLine(checked.error);
  if (language === 'Text') return undefined;
  const broken = writtenPatterns(matcher).filter(
    ({ selector }, index) => selector === undefined && checked.broken[index] === true,
  );
  if (namesNodeKinds(matcher, new Set(broken.map(({ text }) => text)))) return undefined;
  const [first] = broken;
  return first === undefined
    ? 'rule: it does not restrict the kinds of nodes; add a `kind` or a `pattern`'
    : `${first.path}: ${JSON.stringify(first.text)} does not parse as ${language}`;
}
