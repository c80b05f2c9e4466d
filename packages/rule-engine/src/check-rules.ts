import { RefbenchError } from '@refbench/contracts';
import { parseableText } from './language.ts';
import { namesNodeKinds } from './node-kinds.ts';
import { writtenPatterns } from './rule-patterns.ts';
import type { AstGrepRule } from './rule.ts';
import { checkAnswerSchema, onOneLine } from './scanner-messages.ts';
import { ScannerProcess } from './scanner-process.ts';

const CHECK_TIMEOUT_MS = 20_000;

/**
 * Compiles every rule, so that a bad pattern, kind, regular expression or helper is an error of its
 * file and not a rule that never matches.
 * @throws RefbenchError kind `invalid-file`
 */
export async function checkRules(rules: readonly AstGrepRule[]): Promise<void> {
  for await (const { rule, fault } of faultsOf(rules)) {
    throw new RefbenchError({
      kind: 'invalid-file',
      message: `${rule.file}: rule "${rule.id}": ${fault}`,
      hint: 'correct the rule; `ast-grep scan` shows the same fault with more context',
    });
  }
}

/** The rules that do not compile, each with the engine's reason on one line. */
export async function* faultsOf(
  rules: readonly AstGrepRule[],
): AsyncGenerator<{ readonly rule: AstGrepRule; readonly fault: string }> {
  const languages = [...new Set(rules.map((rule) => rule.language))];
  const scanner = new ScannerProcess({ kind: 'rules', languages, matchers: [] });
  try {
    for (const rule of rules) {
      const fault = await findFault(rule, scanner);
      if (fault !== undefined) yield { rule, fault };
    }
  } finally {
    scanner.release();
  }
}

async function findFault(rule: AstGrepRule, scanner: ScannerProcess): Promise<string | undefined> {
  const { language, matcher } = rule;
  const written = writtenPatterns(matcher);
  const patterns = written.map(({ text }) => parseableText(language, text));
  const answer = await scanner.ask(
    { kind: 'check', language, matcher, patterns },
    CHECK_TIMEOUT_MS,
  );
  if (answer.kind === 'timed-out') return `it does not compile within ${CHECK_TIMEOUT_MS} ms`;
  if (answer.kind === 'died') return 'the engine died while it compiled the rule';
  const checked = checkAnswerSchema.parse(answer.value);
  if ('error' in checked) return onOneLine(checked.error);
  if (language === 'Text') return undefined;
  const broken = written.filter(
    ({ selector }, index) => selector === undefined && checked.broken[index] === true,
  );
  if (namesNodeKinds(matcher, new Set(broken.map(({ text }) => text)))) return undefined;
  const [first] = broken;
  return first === undefined
    ? 'rule: it does not say which kinds of node it can match; add a `kind` or a `pattern`'
    : `${first.path}: ${JSON.stringify(first.text)} does not parse as ${language}`;
}
