import { scanFiles, type AstGrepRule } from '@refbench/rule-engine';
import { expect, test } from 'vitest';
import { contextOf } from '../change.testkit.ts';
import { suggestRules } from '../suggest/suggest-rules.ts';

const PATIENT = { timeout: 60_000 };

/** What golden extracts from a function, in the words of each language. The names of variables change on the way. */
const STEPS = ['openLedger', 'readBalance', 'closeLedger', 'notifyOwner'];

interface Style {
  readonly file: string;
  /** Wraps functions so that they make a file. */
  readonly whole: (functions: string) => string;
  readonly define: (name: string, parameter: string, body: string) => string;
  readonly call: (name: string, argument: string) => string;
}

const STYLES: Readonly<Record<string, Style>> = {
  Python: {
    file: 'bank.py',
    whole: (functions) => functions,
    define: (name, parameter, body) => `def ${name}(${parameter}):\n${body}\n\n`,
    call: (name, argument) => `    ${name}(${argument})\n`,
  },
  TypeScript: {
    file: 'bank.ts',
    whole: (functions) => functions,
    define: (name, parameter, body) =>
      `function ${name}(${parameter}: Account): void {\n${body}}\n`,
    call: (name, argument) => `  ${name}(${argument});\n`,
  },
  Java: {
    file: 'Bank.java',
    whole: (functions) => `class Bank {\n${functions}}\n`,
    define: (name, parameter, body) => `  void ${name}(Account ${parameter}) {\n${body}  }\n`,
    call: (name, argument) => `    ${name}(${argument});\n`,
  },
  Go: {
    file: 'bank.go',
    whole: (functions) => `package bank\n\n${functions}`,
    define: (name, parameter, body) => `func ${name}(${parameter} *Account) {\n${body}}\n`,
    call: (name, argument) => `\t${name}(${argument})\n`,
  },
  Rust: {
    file: 'src/bank.rs',
    whole: (functions) => functions,
    define: (name, parameter, body) => `fn ${name}(${parameter}: &Account) {\n${body}}\n`,
    call: (name, argument) => `    ${name}(${argument});\n`,
  },
  C: {
    file: 'bank.c',
    whole: (functions) => functions,
    define: (name, parameter, body) =>
      `static void *${name}(struct account *${parameter}) {\n${body}}\n`,
    call: (name, argument) => `  ${name}(${argument});\n`,
  },
};

const OTHERS = Array.from({ length: 6 }, (_, index) => `step${index}`);

/** A function with all steps, or one that calls another one with them. */
function bank({ whole, define, call }: Style, helper?: string): string {
  const steps = (argument: string): string => STEPS.map((name) => call(name, argument)).join('');
  const rest = OTHERS.map((name) => call(name, 'account')).join('');
  if (helper === undefined) return whole(define('settle', 'account', steps('account') + rest));
  return whole(
    define('settle', 'account', call(helper, 'account') + rest) +
      define(helper, 'holder', steps('holder')),
  );
}

test.each(Object.entries(STYLES))(
  'in %s, code that golden extracts is described by the function that it leaves',
  PATIENT,
  async (_, style) => {
    const { file } = style;
    const [base, golden] = [bank(style), bank(style, 'settleAccount')];
    await using context = await contextOf({ [file]: base }, { [file]: golden });
    const { rules, coverage } = await suggestRules(context);
    const extracted = rules.filter(({ document }) =>
      /(?:in|out)side settle$/.test(document.message),
    );
    const ofSide = (wanted: string): readonly AstGrepRule[] =>
      extracted.flatMap(({ rule, side }) => (side === wanted ? [rule] : []));
    const [additive, reductive] = [ofSide('additive'), ofSide('reductive')];
    expect(reductive.length).toBeGreaterThanOrEqual(STEPS.length);
    expect(additive.length).toBeGreaterThanOrEqual(STEPS.length);
    expect(coverage.reductive.covered).toBeGreaterThanOrEqual(STEPS.length);
    const matchesIn = async (text: string, of: readonly AstGrepRule[]): Promise<number> => {
      const files = [{ path: file, bytes: Buffer.from(text) }];
      const { witnesses } = await scanFiles(of, files, {});
      return new Set(witnesses.map(({ rule }) => rule)).size;
    };
    // Another solution may choose another name.
    for (const solution of [golden, bank(style, 'doIt')]) {
      expect(await matchesIn(solution, additive)).toBe(additive.length);
      expect(await matchesIn(solution, reductive)).toBe(0);
    }
    expect(await matchesIn(base, additive)).toBe(0);
    expect(await matchesIn(base, reductive)).toBe(reductive.length);
  },
);

test('code that stays in its function is no extraction', PATIENT, async () => {
  const style = STYLES['Python'];
  if (style === undefined) throw new Error('there is no such language');
  const base = bank(style);
  const golden = base.replace('    step3(account)\n', '    step3(account, STEPS)\n');
  await using context = await contextOf({ 'bank.py': base }, { 'bank.py': golden });
  const { rules } = await suggestRules(context);
  expect(rules.filter(({ document }) => /(?:in|out)side/.test(document.message))).toEqual([]);
});
