import { cp, readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { auditRecordSchema } from '@refbench/rulesets';
import { readJsonFile } from '@refbench/base';
import { startModelServer } from '@refbench/models/scripted-provider';
import { expect, onTestFinished, test, vi } from 'vitest';
import { RULE_OUTPUTS } from './command-line/outputs/rule-outputs.ts';
import { folderOf, rules } from './rules-commands.testkit.ts';

const root = resolve(import.meta.dirname, '../../..');
/** Each command starts several processes, which takes long on a busy machine. */
const PATIENT = { timeout: 240_000 };
const TALLY = 'refbench__tally-6637120b';

test('register and check a ruleset against two folders', PATIENT, async () => {
  const folder = await folderOf({
    'base/a.ts': 'old(1);\n',
    'golden/a.ts': 'fresh(1);\n',
    'new.yml':
      'id: fresh\nlanguage: ts\nrule: { pattern: fresh($A) }\n---\nid: old\nlanguage: ts\nrule: { pattern: old($A) }\n',
  });
  const at = (name: string): string => join(folder, name);
  const trees = ['--base', at('base'), '--golden', at('golden'), '--state-dir', at('state')];
  const registered = await rules(
    'register',
    at('rules'),
    at('new.yml'),
    '--side',
    'additive',
    '--by',
    'Ada',
    ...trees,
  );
  expect(registered.code).toBe(7);
  expect(registered.lines.map(({ id, status, reason }) => [id, status, reason])).toEqual([
    ['fresh', 'accepted', null],
    ['old', 'refused', 'no-match'],
  ]);
  expect(await readdir(at('rules/additive'))).toEqual(['fresh.yml']);
  const checked = await rules('check', at('rules'), ...trees);
  expect(checked).toMatchObject({ code: 0, lines: [{ holds: true, overlaps: [] }] });
  const { provenance } = RULE_OUTPUTS['rule-check'].schema.parse(checked.lines[0]) as {
    provenance: readonly unknown[];
  };
  expect(provenance).toEqual([
    expect.objectContaining({ rule: 'fresh', by: { kind: 'person', name: 'Ada' } }),
  ]);
  await writeFile(at('golden/a.ts'), 'x;\n');
  expect((await rules('check', at('rules'), ...trees)).code).toBe(7);
});

test(
  'an audit keeps its labels, compares them with people, and sets rules aside',
  PATIENT,
  async () => {
    const folder = await folderOf({ 'labels.csv': 'rule,label\n' });
    const at = (name: string): string => join(folder, name);
    await cp(join(root, 'rules', TALLY), at(`rules/${TALLY}`), { recursive: true });
    const sides = await readdir(at(`rules/${TALLY}/additive`));
    const [first = ''] = sides.map((name) => name.replace(/\.ya?ml$/, '')).sort();
    await writeFile(at('labels.csv'), `rule,label\n${first},restrictive\n`);
    await using server = await startModelServer({
      script: {
        rules: [{ answer: { restrictive: false, forces: '', reason: 'any good solution has it' } }],
        usage: { input: 10, output: 10 },
      },
    });
    vi.stubEnv('ANTHROPIC_API_KEY', 'none');
    vi.stubEnv('ANTHROPIC_BASE_URL', server.url);
    onTestFinished(() => void vi.unstubAllEnvs());
    const places = ['--instances-dir', join(root, 'instances'), '--rules-dir', at('rules')];
    const state = ['--state-dir', at('state'), '--labels', at('labels.csv')];
    const model = ['--model', 'claude-sonnet-4-6'];
    const { code, lines } = await rules('audit', TALLY, ...model, ...places, ...state);
    expect(code).toBe(0);
    expect(lines[0]).toMatchObject({ unlabelled: [], agreement: { rules: 1, agreement: 0 } });
    const path = at(`rules/${TALLY}/audit.json`);
    const kept = await readJsonFile(path, auditRecordSchema);
    if (kept.kind !== 'valid') throw new Error('there is no record');
    expect(kept.value.labels).toHaveLength(sides.length);
    // Stores an answer of the model, so that no model is asked.
    const [one, ...others] = kept.value.labels;
    const restrictive = { ...one, label: 'restrictive', forces: 'x' };
    await writeFile(path, JSON.stringify({ ...kept.value, labels: [restrictive, ...others] }));
    const applied = await rules('audit', TALLY, '--apply', ...places, ...state);
    expect(applied.lines[0]).toMatchObject({ usd: 0, agreement: { agreement: 1 } });
    expect(await readdir(at(`rules/${TALLY}/aside/additive`))).toHaveLength(1);
    expect(await readdir(at(`rules/${TALLY}/additive`))).toHaveLength(sides.length - 1);
  },
);

test('suggest refuses an argument that is not a commit', PATIENT, async () => {
  const incomplete = ['suggest', '--repo', 'owner/name'];
  await expect(rules(...incomplete)).rejects.toMatchObject({ kind: 'usage' });
});

const rule = (id: string, call: string): string =>
  `id: ${id}\nlanguage: ts\nrule: { pattern: ${call}($A) }\n`;

test(
  'merge joins rulesets, explains what it leaves out, and check prints its digest',
  PATIENT,
  async () => {
    const folder = await folderOf({
      'base/a.ts': 'old(1);\n',
      'golden/a.ts': 'fresh(1);\n',
      'one/additive/new.yml': rule('new', 'fresh'),
      'two/additive/again.yml': rule('again', 'fresh'),
      'two/reductive/old.yml': rule('old', 'old'),
      'three/additive/new.yml': rule('new', 'absent'),
    });
    const at = (name: string): string => join(folder, name);
    const trees = ['--base', at('base'), '--golden', at('golden'), '--state-dir', at('state')];
    const into = ['--into', at('merged')];
    const planned = await rules('merge', at('one'), at('two'), ...into, '--dry-run', ...trees);
    await expect(readdir(at('merged'))).rejects.toMatchObject({ code: 'ENOENT' });
    const { code, lines } = await rules('merge', at('one'), at('two'), ...into, ...trees);
    expect([code, lines]).toEqual([0, planned.lines]);
    expect(RULE_OUTPUTS['rule-merge'].schema.parse(lines[0])).toMatchObject({
      rules: [
        { id: 'new', outcome: { kind: 'kept' } },
        { id: 'again', outcome: { kind: 'same-rule', as: 'new' } },
        { id: 'old', outcome: { kind: 'kept' } },
      ],
    });
    const checked = await rules('check', at('merged'), ...trees);
    expect(checked.lines).toMatchObject([{ holds: true, digest: lines[0]?.['digest'] }]);
    const clash = ['merge', at('one'), at('three'), '--into', at('other'), ...trees];
    await expect(rules(...clash)).rejects.toMatchObject({ kind: 'invalid-file' });
    expect((await rules(...clash, '--rename')).code).toBe(7);
    const unnamed = rules('merge', at('one'), at('two'), '--into', at('other'));
    await expect(unnamed).rejects.toMatchObject({ kind: 'usage' });
  },
);

test('review decides named rules without asking, and lists the state', PATIENT, async () => {
  const folder = await folderOf({
    'base/a.ts': 'old(1);\n',
    'golden/a.ts': 'fresh(1);\n',
    'set/additive/new.yml': rule('new', 'fresh'),
    'set/additive/none.yml': rule('none', 'absent'),
    'set/reductive/old.yml': rule('old', 'old'),
  });
  const at = (name: string): string => join(folder, name);
  const trees = ['--base', at('base'), '--golden', at('golden'), '--state-dir', at('state')];
  const review = (...args: readonly string[]) =>
    rules('review', at('set'), ...args, '--by', 'Ada', ...trees);
  await expect(review('--accept', 'news')).rejects.toThrow('did you mean "new"');
  await expect(review('--accept', 'old,none')).rejects.toMatchObject({ kind: 'invalid-file' });
  const { lines } = await review('--accept', 'new', '--drop', 'none');
  expect(RULE_OUTPUTS['rule-review'].schema.parse(lines[0])).toMatchObject({
    open: 1,
    rules: [
      { id: 'new', decision: { decision: 'accepted', by: { name: 'Ada' } } },
      { id: 'old', decision: null },
    ],
    dropped: [{ id: 'none', side: 'additive', decision: 'dropped' }],
  });
  expect(await readdir(at('set/aside/additive'))).toEqual(['none.yml']);
});
