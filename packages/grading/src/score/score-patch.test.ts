import { expect, test } from 'vitest';
import type {
  Baseline,
  IntegrityFinding,
  Outcome,
  ProvisionalBaseline,
  TestRun,
  TestsByName,
  Witness,
} from '@refbench/contracts';
import { scoreSchema } from '@refbench/contracts';
import { digestOf } from '@refbench/base';
import { composeIntegrity } from '../integrity/compose-integrity.ts';
import type { PreparedInstance } from '@refbench/instances';
import { scorePatch } from './score-patch.ts';
import type { ScoreSubject } from './score-subject.ts';
import type { TreeScan } from '../scan/tree-scan.ts';

const counted = (passed: number, failed = 0): TestRun => ({
  kind: 'counted',
  counts: { passed, failed, skipped: 0, total: passed + failed },
});

const witness = (rule: string, file = 'a.ts', line = 1): Witness => ({
  rule,
  file,
  start: { line, column: 1 },
  end: { line, column: 2 },
});

const scan = (...witnesses: Witness[]): TreeScan => ({
  witnesses,
  broken: [],
  skipped: [],
  errors: [],
});

const prepared = {
  instance: { id: 'a__b-00000000' },
  environment: { imageId: digestOf('image'), recipeDigest: digestOf('recipe') },
  ruleset: {
    additive: [{ id: 'new-a' }, { id: 'new-b' }],
    reductive: [{ id: 'old-a' }, { id: 'old-b' }],
    digest: digestOf('rules'),
  },
} as unknown as PreparedInstance;

const baseline: Baseline = {
  schema: 1,
  instance: 'a__b-00000000',
  host: 'here',
  k: 5,
  image: digestOf('image'),
  recipe: digestOf('recipe'),
  tool: 'test',
  base: [counted(20)],
  golden: [counted(20)],
  bounds: { p_min: 20, f_max: 0 },
  stable_tests: [],
  measured_at: '2026-01-01T00:00:00.000Z',
};

const patch = Buffer.from(
  '--- a/a.ts\n+++ b/a.ts\n@@ -1 +1 @@\n-const x = old();\n+const x = fresh();\n',
);

function score(
  subject: ScoreSubject,
  more: Partial<{
    prepared: PreparedInstance;
    outcome: Outcome;
    baseline: Baseline | null;
    instanceFault: string;
    provisional: ProvisionalBaseline;
  }> = {},
): ReturnType<typeof scorePatch> {
  const result = scorePatch({
    prepared,
    agent: 'x',
    attempt: 1,
    outcome: { kind: 'completed', oom_seen: false },
    baseline,
    baseScan: scan(witness('old-a'), witness('old-b', 'b.ts')),
    reference: new Map([
      ['new-a', 1],
      ['new-b', 1],
      ['old-a', 1],
      ['old-b', 2],
    ]),
    instanceFault: undefined,
    controls: 'full',
    ...more,
    subject,
  });
  scoreSchema.parse(result);
  return result;
}

const NAMED: TestsByName = {
  stable: 20,
  missing: [],
  failing: [],
  others: { count: 0, ids: [] },
};

const measured = (tests: TestRun, treeScan: TreeScan): ScoreSubject => ({
  kind: 'measured',
  patch,
  canonical: patch,
  tests,
  named: NAMED,
  scan: treeScan,
  integrity: composeIntegrity('full', []),
  controls: null,
});

test('half of the rules on each side, and both changed lines covered', () => {
  const result = score(measured(counted(20), scan(witness('new-a'), witness('old-b', 'b.ts'))));
  expect(result).toMatchObject({
    verdict: 'model',
    pass: 1,
    ifr: { additive: 0.5, reductive: 0.5, total: 0.5 },
    graded_ifr: (1 + 0 + 1 + 0.5) / 4,
    alignment: { total: 0.5 },
    precision: { additive: 1, reductive: 1, total: 1 },
    rules: { additive: { matched: 1, total: 2 }, reductive: { unmatched: 1, total: 2 } },
    reasons: {},
  });
});

test('the strict figure is never above the published one', () => {
  const half = measured(counted(20), scan(witness('new-a'), witness('old-b', 'b.ts')));
  const strictly = (ifr: object) =>
    score({ ...half, strict: { following: { ifr } } } as unknown as ScoreSubject);
  expect(strictly({ additive: 0.25, reductive: 0.9, total: 0.6 })).toMatchObject({
    ifr: { additive: 0.5, reductive: 0.5, total: 0.5 },
    ifr_strict: { additive: 0.25, reductive: 0.5, total: 0.5 },
    alignment_strict: { total: 0.5 },
  });
});

test('a void finding voids the pass and gives a reason', () => {
  const finding = { kind: 'tests-emptied', severity: 'void', detail: 'none is left', files: [] };
  const all = scan(witness('new-a'), witness('new-b'));
  const voided = composeIntegrity('full', [finding as IntegrityFinding]);
  const result = score({ ...measured(counted(20), all), integrity: voided } as ScoreSubject);
  expect(result).toMatchObject({ pass: 0, alignment: { total: 0 }, integrity: { ranked: false } });
  expect(result.reasons['pass']).toBe('tests-emptied: none is left');
  const noted = composeIntegrity('full', [{ ...finding, severity: 'note' } as IntegrityFinding]);
  const kept = score({ ...measured(counted(20), all), integrity: noted } as ScoreSubject);
  expect(kept).toMatchObject({ pass: 1, integrity: { ranked: true } });
});

test('a score of a provisional baseline carries its mark, and is not ranked', () => {
  const provisional = { source: 'published' as const, runs: 5, machine: 'P' };
  const all = measured(counted(20), scan(witness('new-a'), witness('new-b')));
  const clean = { ...all, integrity: composeIntegrity('full', []) } as ScoreSubject;
  expect(score(clean)).toMatchObject({ pass: 1, integrity: { ranked: true } });
  expect(score(clean)).not.toHaveProperty('provisional');
  expect(score(clean, { provisional })).toMatchObject({
    pass: 1,
    provisional,
    integrity: { controls: 'full', ranked: false },
  });
});

test('the strict pass compares names: missing tests are counted, failing tests decide', () => {
  const of = (named: TestsByName | null) =>
    score({ ...measured(counted(20), scan()), named } as ScoreSubject);
  const missing = of({ ...NAMED, missing: ['a', 'b'] });
  expect(missing).toMatchObject({ pass: 1, pass_strict: 1, tests: { missing: 2 } });
  expect(of({ ...NAMED, failing: ['a'] })).toMatchObject({ pass: 1, pass_strict: 0 });
  const nameless = of(null);
  expect(nameless).toMatchObject({ pass: 1, pass_strict: null, tests: { missing: null } });
  expect(nameless.reasons['pass_strict']).toBe('the suite does not name its tests');
  const none = score(measured({ kind: 'no-verdict', reason: 'it hung' }, scan()));
  expect(none).toMatchObject({ pass: 0, pass_strict: 0 });
});

test('if a patch touches tests, only the original tests decide the strict pass', () => {
  const original = { runs: [], missing: [], failing: [], own_form: [] };
  const of = (change: Partial<typeof original | { failing: string[] }>) =>
    score({
      ...measured(counted(20), scan(witness('new-a'), witness('new-b'))),
      named: { ...NAMED, failing: ['of its own'] },
      original: { ...original, ...change },
    } as ScoreSubject);
  expect(of({})).toMatchObject({ pass: 1, pass_strict: 1 });
  const failing = of({ failing: ['a'] });
  expect(failing).toMatchObject({ pass: 1, pass_strict: 0 });
  expect(failing.reasons['pass_strict']).toContain('among them a');
  expect(of({ missing: ['a'] } as object)).toMatchObject({ pass_strict: 0 });
  const own = of({ own_form: ['a'] } as object);
  expect(own.pass_strict).toBe(1);
  expect(own.reasons['pass_strict']).toContain("golden's form does not run");
});

test('an instance without rules is scored by its tests alone', () => {
  const ruleset = { additive: [], reductive: [], digest: digestOf([]) };
  const result = score(measured(counted(20), scan()), { prepared: { ...prepared, ruleset } });
  expect(result).toMatchObject({ pass: 1, ifr: { total: null }, precision: { total: null } });
  expect(result.reasons['ifr']).toBe('the instance has no rules yet');
});

test('without tests, a finding voids nothing, but the result is not ranked', () => {
  const finding = { kind: 'mass-deletion', severity: 'void', detail: 'all gone', files: [] };
  const integrity = composeIntegrity('full', [finding as IntegrityFinding]);
  const untested = { ...measured(counted(20), scan(witness('new-a'))), tests: null, named: null };
  const result = score({ ...untested, integrity } as ScoreSubject, { baseline: null });
  expect(result).toMatchObject({
    pass: null,
    pass_strict: null,
    integrity: { ranked: false },
    ifr: {
      additive: 0.5,
      reductive: 1,
    },
    alignment: { total: null },
    tests: {
      total: 0,
      p_min: null,
    },
  });
  const unknown = score({ kind: 'infra', patch, reason: 'disk' }, { baseline: null });
  expect(unknown).toMatchObject({ verdict: 'infra', pass: null, ifr: { total: null } });
});

test('a score records why reductive rules stopped matching', () => {
  const deletion = Buffer.from('--- a/b.ts\n+++ b/b.ts\n@@ -1,2 +1 @@\n const x = 1;\n-old();\n');
  const of = (treeScan: TreeScan, canonical: Buffer) =>
    score({ ...measured(counted(20), treeScan), canonical } as ScoreSubject)['reductive_by'];
  const both = Buffer.concat([patch, deletion]);
  expect(of(scan(), both)).toEqual({ changed: 1, deleted: 1, unparsable: 0 });
  expect(of(scan(witness('old-a')), both)).toEqual({ changed: 0, deleted: 1, unparsable: 0 });
  expect(of({ ...scan(), broken: ['a.ts'] }, both)).toEqual({
    changed: 0,
    deleted: 1,
    unparsable: 1,
  });
  const errors = [{ rule: 'old-b', file: 'b.ts', reason: 'slow' }];
  expect(of({ ...scan(), errors }, both)).toEqual({ changed: 1, deleted: 0, unparsable: 0 });
  expect(of(scan(), Buffer.from('@@ nonsense'))).toBe(null);
  expect(score({ kind: 'no-patch', patch, reason: 'x' })['reductive_by']).toBe(null);
});

test('one test too few, or one failure too many, is no pass and no alignment', () => {
  const all = scan(witness('new-a'), witness('new-b'));
  expect(score(measured(counted(19), all))).toMatchObject({ pass: 0, alignment: { total: 0 } });
  expect(score(measured(counted(25, 1), all))).toMatchObject({ pass: 0, ifr: { total: 1 } });
});

test('a suite without a verdict is a zero with its reason', () => {
  const result = score(measured({ kind: 'no-verdict', reason: 'printed twice' }, scan()));
  expect(result).toMatchObject({ pass: 0, tests: { passed: 0, total: 0, p_min: 20 } });
  expect(result.reasons['tests']).toBe('printed twice');
});

test('a missing patch is a zero of the model', () => {
  const result = score({ kind: 'no-patch', patch: Buffer.alloc(0), reason: 'apply: conflict' });
  expect(result).toMatchObject({ verdict: 'model', pass: 0, ifr: { total: 0 } });
  expect(result.reasons['patch']).toBe('apply: conflict');
});

test('an infrastructure failure is never scored as zero', () => {
  const outcome: Outcome = { kind: 'infra-failed', cause: 'engine-gone', detail: 'gone' };
  const result = score({ kind: 'infra', patch: Buffer.alloc(0), reason: 'gone' }, { outcome });
  expect(result).toMatchObject({ verdict: 'infra', pass: null, ifr: { total: null } });
});

test('a golden that fails on this host blames the instance', () => {
  const result = score(measured(counted(20), scan()), {
    baseline: { ...baseline, golden: [counted(3)] },
  });
  expect(result).toMatchObject({ verdict: 'instance', pass: null, alignment: { total: null } });
  expect(result.reasons['pass']).toMatch(/the suite on golden: 3 tests found/);
});

test('rules that do not hold blame the instance', () => {
  const result = score(measured(counted(20), scan()), { instanceFault: 'rule x matches base' });
  expect(result).toMatchObject({ verdict: 'instance', pass: null });
  expect(result.reasons['pass']).toBe('rule x matches base');
});

test('a file that defeats the scanner never makes a reductive rule look followed', () => {
  const defeated = {
    ...scan(witness('new-a'), witness('new-b')),
    errors: [{ rule: null, file: 'bomb.ts', reason: 'the scanner ended' }],
  };
  const result = score(measured(counted(20), defeated));
  expect(result.ifr).toEqual({ additive: 1, reductive: 0, total: 0.5 });
  expect(result.reasons['rules']).toContain('bomb.ts');
  const oneRule = { ...scan(), errors: [{ rule: 'old-a', file: 'x.ts', reason: 'time' }] };
  expect(score(measured(counted(20), oneRule)).rules.reductive).toEqual({ unmatched: 1, total: 2 });
});

test.each(['model', 'instance'] as const)(
  'packages that could not be had are the outcome; responsible: %s',
  (responsible) => {
    const packages = [{ name: 'left-pad@9', reason: 'unknown', detail: 'there is none' }];
    const lacking = { packages, responsible };
    const tests: TestRun = { kind: 'no-verdict', reason: 'dependencies-missing: left-pad@9' };
    const all = scan(witness('new-a'), witness('new-b'));
    const result = score({ ...measured(tests, all), missing: lacking } as ScoreSubject);
    expect(result).toMatchObject({
      outcome: { kind: 'dependencies-missing', packages, responsible },
      verdict: responsible,
      pass: responsible === 'model' ? 0 : null,
      tests: { passed: 0, failed: 0, total: 0 },
      reasons: {
        pass: 'dependencies-missing: left-pad@9 could not be had: there is none',
        tests: 'dependencies-missing: left-pad@9',
      },
    });
    expect(result.integrity.ranked).toBe(responsible === 'model');
  },
);
