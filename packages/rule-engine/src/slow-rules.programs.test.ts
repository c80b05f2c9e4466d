import { expect, test } from 'vitest';
import { rulesetOf, source } from './rules.testkit.ts';
import type { ScanOptions } from './matches/rule-engine.ts';
import type { Rule } from './rule/rule.ts';
import { scanFiles } from './scan/scan-files.ts';

// The native matcher has to work in vain until each limit is reached, which takes a core for long.

async function ruleOf(body: string, language = 'ts'): Promise<readonly Rule[]> {
  const text = `id: r\nlanguage: ${language}\n${body}\n`;
  return (await rulesetOf({ 'additive/r.yml': text })).additive;
}

const FOO = 'rule: { pattern: foo($$$A) }';

/** Quadratic in the depth of the tree: minutes for this file. */
const SLOW = 'rule: { kind: number, inside: { kind: regex, stopBy: end } }';
const deep = source('deep.ts', `x=${'1+'.repeat(100_000)}foo(1)`);
/** Longer than all the time limits together, on a busy machine too. */
const PATIENT = { timeout: 120_000 };
const hasty: ScanOptions = { timeouts: { fileMs: 8_000, ruleMs: 8_000 } };

test(
  'a rule that takes too long on a file is stopped and named; the rest is scanned',
  PATIENT,
  async () => {
    const [slow] = await ruleOf(SLOW);
    const [fast] = await ruleOf(FOO);
    if (slow === undefined || fast === undefined) throw new Error('no rule');
    const rules = [
      { ...slow, id: 'slow' },
      { ...fast, id: 'fast' },
    ];
    const result = await scanFiles(rules, [deep, source('z.ts', 'foo(1)')], hasty);
    expect(result.errors).toEqual([
      { rule: 'slow', file: 'deep.ts', reason: 'the scan took longer than 8000 ms' },
    ]);
    expect(result.witnesses.map(({ rule, file }) => [rule, file])).toEqual([
      ['fast', 'deep.ts'],
      ['fast', 'z.ts'],
    ]);
  },
);

test(
  'one that gives no answer costs only so much time; what is not tried is an error',
  PATIENT,
  async () => {
    const [slow] = await ruleOf(SLOW);
    const files = ['a.ts', 'b.ts', 'c.ts'].map((path) => ({ ...deep, path }));
    const options: ScanOptions = { timeouts: { fileMs: 200, ruleMs: 3_000 }, scanners: 1 };
    const result = await scanFiles(slow === undefined ? [] : [slow], files, options);
    expect(result.errors.map(({ file, reason }) => [file, reason])).toEqual([
      ['a.ts', 'the scan took longer than 3000 ms'],
      ['b.ts', expect.stringContaining('is used up')],
      ['c.ts', expect.stringContaining('is used up')],
    ]);
  },
);

test('an expression that backtracks endlessly is an error of its rule', PATIENT, async () => {
  const [rule] = await ruleOf("rule: { regex: '^(a+)+$' }", 'text');
  const [other] = await ruleOf("rule: { regex: 'b' }", 'text');
  if (rule === undefined || other === undefined) throw new Error('no rule');
  const files = [source('a', `${'a'.repeat(60)}b`), source('b', 'aaa')];
  const result = await scanFiles([rule, { ...other, id: 'other' }], files, hasty);
  expect(result.errors).toEqual([
    { rule: 'r', file: 'a', reason: 'the scan took longer than 8000 ms' },
  ]);
  expect(result.witnesses.map(({ rule: id, file }) => [id, file])).toEqual([
    ['other', 'a'],
    ['r', 'b'],
  ]);
});
