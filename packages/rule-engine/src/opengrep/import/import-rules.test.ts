import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { loadRules } from '../../load-rules.ts';
import { loadRuleset } from '../../load-ruleset.ts';
import { scanRules } from '../../scan-rules.ts';
import type { ExternalProgram } from '../external/external-program.ts';
import { importRules, type ImportOptions } from './import-rules.ts';
import { opengrepRulesOf, type OpengrepRule } from './rule-files.ts';
import { writeRules } from './write-rules.ts';

const rule = (id: string, pattern: string, base: number, golden: number): object => ({
  id,
  languages: ['javascript'],
  message: 'm',
  severity: 'INFO',
  pattern,
  metadata: { nr_legacy_patterns: base, nr_refactored_patterns: golden },
});

const rules = (...definitions: readonly object[]): readonly OpengrepRule[] =>
  opengrepRulesOf({ rules: definitions }, 'rules_negative.yml');

const tree = (text: string): ImportOptions['base'] =>
  async function* () {
    yield { path: 'a.js', bytes: Buffer.from(text) };
  };

const base = tree('foo(1);\nfoo(2);\n');
const golden = tree('bar(1);\n');
const program: ExternalProgram = { name: 'opengrep', path: '/nowhere', version: '1.30.0' };

/** Stands for the program: one match of every rule, in this line. */
const reporting =
  (line: number): NonNullable<ImportOptions['scanWithProgram']> =>
  async (_, all) => ({
    witnesses: all.map(({ id }) => ({
      rule: id,
      file: 'a.js',
      start: { line, column: 1 },
      end: { line, column: 7 },
    })),
    skipped: [],
    errors: [],
    broken: [],
  });

let dir = '';
afterEach(() => rm(dir, { recursive: true, force: true }));

describe('without a program', () => {
  const options: ImportOptions = { base, golden, program: undefined };

  it('runs a rule natively only where the published counts are its own', async () => {
    const imported = await importRules(
      rules(rule('right', 'foo($X)', 2, 0), rule('wrong', 'foo($X)', 3, 0)),
      options,
    );
    expect(imported.map(({ rule, status }) => [rule.id, status])).toEqual([
      ['right', 'native'],
      ['wrong', 'unsupported'],
    ]);
    expect(imported[1]?.reason).toContain('counts 2 and 0, published are 3 and 0');
  });

  it('does not take counts alone for where data flows', async () => {
    const { pattern: _, ...bare } = { ...rule('flow', '', 1, 0), pattern: undefined };
    const parts = {
      'pattern-sources': [{ pattern: '1' }],
      'pattern-sinks': [{ pattern: 'foo(1)' }],
    };
    const [imported] = await importRules(rules({ ...bare, mode: 'taint', ...parts }), options);
    expect(imported).toMatchObject({
      status: 'unsupported',
      counts: { native: { base: 1, golden: 0 } },
    });
    expect(imported?.reason).toContain('counts alone');
  });

  it('does not guess where nothing is published', async () => {
    const { metadata: _, ...bare } = { ...rule('bare', 'foo($X)', 0, 0), metadata: undefined };
    const [imported] = await importRules(rules(bare), options);
    expect(imported).toMatchObject({ status: 'unsupported' });
  });

  it('says why a rule cannot be run', async () => {
    const [imported] = await importRules(rules(rule('broken', 'foo(((', 0, 0)), options);
    expect(imported?.status).toBe('unsupported');
    expect(imported?.reason).toContain('does not parse');
  });
});

describe('with a program', () => {
  const options: ImportOptions = { base, golden: tree('foo(1);'), program };

  it('runs a rule natively where the places are the same, whatever was published', async () => {
    const scanWithProgram = reporting(1);
    const [imported] = await importRules(rules(rule('same', 'foo(1)', 9, 9)), {
      ...options,
      scanWithProgram,
    });
    expect(imported).toMatchObject({
      status: 'native',
      counts: { native: { base: 1, golden: 1 } },
    });
  });

  it('leaves a rule to the program where one place differs, whatever the counts', async () => {
    const scanWithProgram = reporting(2);
    const [imported] = await importRules(rules(rule('moved', 'foo(1)', 1, 1)), {
      ...options,
      scanWithProgram,
    });
    expect(imported).toMatchObject({ status: 'external' });
    expect(imported?.reason).toBe('the native engine misses 2 matches and has 2 too many');
  });
});

describe('what is written', () => {
  it('is a ruleset that scans the same', async () => {
    dir = await mkdtemp(join(tmpdir(), 'refbench-import-'));
    const imported = await importRules(rules(rule('Old.call', 'foo($X)', 2, 0)), {
      base,
      golden,
      program: undefined,
    });
    await writeRules(imported, dir, 'ruleset');
    expect((await loadRuleset(dir)).reductive.map(({ id }) => id)).toEqual(['Old.call']);
    const found = await scanRules(await loadRules(dir), base, { program: undefined });
    expect(found.errors).toEqual([]);
    expect(found.witnesses.map(({ start }) => start.line)).toEqual([1, 2]);
    await expect(writeRules(imported, dir, 'ruleset')).rejects.toMatchObject({ kind: 'in-use' });
  });

  it('leaves out what no engine runs, and names a rule of an external engine an error', async () => {
    dir = await mkdtemp(join(tmpdir(), 'refbench-import-'));
    const imported = await importRules(
      rules(rule('gone', 'foo(((', 0, 0), rule('moved', 'foo(1)', 1, 1)),
      { base, golden, program, scanWithProgram: reporting(2) },
    );
    await writeRules(
      imported.filter(({ rule }) => rule.id === 'moved'),
      dir,
      'engines',
    );
    expect(await readdir(join(dir, 'external'))).toEqual(['moved.yml']);
    const found = await scanRules(await loadRules(dir), base, { program: undefined });
    expect(found.errors).toMatchObject([
      { rule: 'moved', reason: expect.stringContaining('opengrep') },
    ]);
  });
});
