import type { RulesetSide } from '@refbench/contracts';
import { expect, test } from 'vitest';
import { contextOf } from '../change.testkit.ts';
import { suggestRules } from './suggest-rules.ts';

const PATIENT = { timeout: 240_000 };

/** The messages of the rules of one side. */
async function messagesOf(side: RulesetSide, base: string, golden: string): Promise<string> {
  await using context = await contextOf({ 'src/a.ts': base }, { 'src/a.ts': golden });
  const { rules } = await suggestRules(context);
  return rules
    .filter((rule) => rule.side === side)
    .map(({ document: { message } }) => message)
    .join('\n');
}

const KNOWN =
  "export const state = 'state';\nexport const writer = 'writer';\nexport type Count = number;\n";

const calls = (call: (name: string) => string): string =>
  ['first', 'second', 'third', 'fourth', 'fifth']
    .map((name) => `export function ${name}(state: any): void {\n  ${call(name)}\n}\n`)
    .join('\n');

test(
  'in a change of one file, known names that stand together in a new way have a rule',
  PATIENT,
  async () => {
    const messages = await messagesOf(
      'additive',
      `${KNOWN}\n${calls((name) => `writer.push(state, '${name}');`)}`,
      `${KNOWN}\n${calls((name) => `state.writer.push('${name}');`)}`,
    );
    expect(messages).toContain('$A.writer.push($$$B)');
  },
);

test(
  'a definition whose header changes has a rule, though all of its names are known',
  PATIENT,
  async () => {
    const body = '{\n  const sum = Number(1);\n  return sum;\n}\n';
    const header = (parameters: string): string =>
      `${KNOWN}\nexport function measure(${parameters}): Count ${body}`;
    const change = [header('one: string'), header('one: Count')] as const;
    expect(await messagesOf('additive', ...change)).toMatch(/measure\(\$\w+: Count\)/);
    expect(await messagesOf('reductive', ...change)).toMatch(/measure\(\$\w+: string\)/);
  },
);

test('a member that gets a known name has a rule', PATIENT, async () => {
  const type = (name: string): string =>
    `${KNOWN}\nexport interface Options {\n  readonly ${name}: Count;\n  readonly size: Count;\n}\n`;
  const messages = await messagesOf('additive', type('title'), type('writer'));
  expect(messages).toContain('writer: Count');
});
