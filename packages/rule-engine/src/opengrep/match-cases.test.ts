import { describe, expect, it } from 'vitest';
import { findExternalProgram } from './external/external-program.ts';
import { scanExternally } from './external/scan-externally.ts';
import { MATCH_CASES } from './match-cases.testkit.ts';
import { MORE_MATCH_CASES } from './more-match-cases.testkit.ts';
import { SYNTAX_CASES } from './syntax-cases.testkit.ts';
import { TAINT_CASES } from './taint/taint-cases.testkit.ts';
import { linesOf, wholeRule } from './opengrep.testkit.ts';

const CASES = [...MATCH_CASES, ...MORE_MATCH_CASES, ...SYNTAX_CASES, ...TAINT_CASES];

describe('what a pattern matches', () => {
  it.each(CASES)('$path: $title', (matchCase) => {
    expect(linesOf(matchCase)).toEqual(matchCase.lines);
  });
});

const program = await findExternalProgram();

/** Skipped where no program is installed; versions other than 1.30 may differ in a case. */
describe.skipIf(program?.name !== 'opengrep')('the real program', () => {
  it('reports the same lines', async () => {
    if (program === undefined) return;
    const sources = new Map(CASES.map(({ path, source }) => [path, source]));
    const rules = CASES.map((matchCase, index) => {
      const id = `case-${index}`;
      return { id, definition: { ...wholeRule(matchCase), id } };
    });
    const files = [...sources].map(([path, text]) => ({ path, bytes: Buffer.from(text) }));
    const { witnesses } = await scanExternally(program, rules, files);
    const reported = CASES.map(({ title, path }, index) => ({
      title,
      lines: witnesses
        .filter(({ rule, file }) => rule === `case-${index}` && file === path)
        .map(({ start, end }) => `${start.line}-${end.line}`),
    }));
    expect(reported).toEqual(CASES.map(({ title, lines }) => ({ title, lines })));
  });
});
