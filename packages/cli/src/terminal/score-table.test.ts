import { expect, test } from 'vitest';
import { scoreSchema, type Score } from '@refbench/contracts';
import { scoreTable } from './score-table.ts';

const digest = `sha256:${'0'.repeat(64)}`;

function score(agent: string, more: Partial<Score> = {}): Score {
  const all = { additive: 1, reductive: 0.5, total: 0.75 };
  return scoreSchema.parse({
    schema: 1,
    instance: 'a__b-00000000',
    agent,
    attempt: 1,
    outcome: { kind: 'completed', oom_seen: false },
    verdict: 'model',
    tests: { passed: 9, failed: 1, skipped: 0, total: 10, p_min: 9, f_max: 1 },
    pass: 1,
    ifr: all,
    alignment: all,
    precision: { additive: null, reductive: null, total: null },
    rules: { additive: { matched: 1, total: 1 }, reductive: { unmatched: 1, total: 2 } },
    digests: {
      patch: digest,
      image: digest,
      recipe: digest,
      ruleset: digest,
      baseline: null,
      tool: 't',
    },
    reasons: {},
    ...more,
  });
}

test('one line per attempt, in order, with a dash for missing values', () => {
  const [head, first, second] = scoreTable([score('nop'), score('golden')]).split('\n');
  expect(head).toMatch(
    /^instance +agent +outcome +tests +gone +Pass +by name +IFR\+ +IFR- +IFR +A +Prec\+/,
  );
  expect(first).toMatch(/^a__b-00000000 +golden +completed +9\/10 +- +1 +- +1 +0\.500 +0\.750 /);
  expect(second).toMatch(/nop.* - +- +- +controls none$/);
});

test('strict figures are next to the published ones', () => {
  const strict = { additive: 0.25, reductive: 0.5, total: 0.375 };
  const text = scoreTable([score('x', { ifr_strict: strict, alignment_strict: strict })]);
  expect(text.split('\n')[1]).toMatch(/ 0\.750 .* 0\.375 +0\.375 +controls none$/);
});

test('a reason is shown once per figure, and cannot move the cursor', () => {
  const text = scoreTable([
    score('x', {
      reasons: {
        'precision.additive': 'none',
        'precision.total': 'the patch\u001b[2J changes nothing',
        'ifr.additive': 'no additive rules',
      },
    }),
  ]);
  expect(text.split('notes\n')[1]?.split('\n')).toEqual([
    '  x on a__b-00000000: precision.total: the patch [2J changes nothing',
    '  x on a__b-00000000: ifr.additive: no additive rules',
  ]);
});

test('the strict pass, missing tests and findings are shown', () => {
  const finding = {
    kind: 'tests-missing',
    severity: 'suspect',
    detail: 'half are gone',
    files: [],
  };
  const text = scoreTable([
    score('x', {
      pass_strict: 0,
      tests: { ...score('x').tests, missing: 7 },
      integrity: { controls: 'full', findings: [finding], ranked: false } as Score['integrity'],
    }),
  ]);
  expect(text.split('\n')[1]).toMatch(/ 9\/10 +7 +1 +0 .* 1 suspect$/);
  expect(text).toContain('x on a__b-00000000: integrity: tests-missing (suspect): half are gone');
});

test('another verdict than the model is named', () => {
  expect(scoreTable([score('x', { verdict: 'infra', pass: null })])).toContain('completed (infra)');
});

test('costs have a column only if there are any, and a warning is a note', () => {
  const usage = { usd: 1.234, requests: 3, input_tokens: 9, output_tokens: 9, client: null };
  const text = scoreTable([score('nop'), score('claude-code', { usage, warnings: ['odd'] })]);
  const [head, claude, nop] = text.split('\n');
  expect(head).toMatch(/Prec +IFR strict +A strict +integrity +USD$/);
  expect(claude).toMatch(/ 1\.23$/);
  expect(nop).toMatch(/ -$/);
  expect(text).toContain('claude-code on a__b-00000000: warning: odd');
  expect(scoreTable([score('nop')])).not.toContain('USD');
});
