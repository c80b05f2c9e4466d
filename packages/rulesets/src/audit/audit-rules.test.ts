import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadPrices, modelClient, type ModelClient } from '@refbench/models';
import {
  startModelServer,
  type ModelServer,
  type ServerScript,
} from '@refbench/models/scripted-provider';
import { afterEach, expect, test } from 'vitest';
import { folderOf } from '@refbench/test-helpers';
import { loadRuleset } from '@refbench/rule-engine';
import { rulesetOf } from '../rulesets.testkit.ts';
import type { AuditEntry, AuditRecord } from './audit-record.ts';
import { auditRules, type AuditOptions } from './audit-rules.ts';
import { auditAgreement, readHumanLabels } from './human-labels.ts';
import { quarantineRules } from './quarantine-rules.ts';

const FILES = {
  'additive/name.yml': 'id: name\nlanguage: ts\nrule: { pattern: new OrderHelper($A) }\n',
  'additive/ask.yml': 'id: ask\nlanguage: ts\nrule: { pattern: asked($A) }\n',
};

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.[Symbol.asyncDispose]();
  server = undefined;
});

const RESTRICTIVE = { restrictive: true, forces: 'OrderHelper', reason: 'the task names no class' };
const FREE = { restrictive: false, forces: '', reason: 'the task asks for it' };

async function clientOf(rules: ServerScript['rules']): Promise<ModelClient> {
  server = await startModelServer({ script: { rules, usage: { input: 1_000, output: 1_000 } } });
  return modelClient({
    provider: 'anthropic',
    model: 'claude-sonnet-4-6',
    apiKey: 'none',
    baseUrl: server.url,
    prices: await loadPrices(),
    retries: 0,
  });
}

async function audit(client: ModelClient, more: Partial<AuditOptions> = {}) {
  const { additive: rules } = await rulesetOf(FILES);
  const { signal } = new AbortController();
  return await auditRules({ rules, task: 'Use asked.', client, budgetUsd: 1, signal, ...more });
}

test('each rule gets a label, a description and a reason', async () => {
  const client = await clientOf([
    { when: { prompt: 'OrderHelper' }, answer: RESTRICTIVE },
    { when: { prompt: 'Use asked.' }, answer: FREE },
  ]);
  const { record, unlabelled, usd } = await audit(client);
  expect(record.labels.map(({ rule, label, forces }) => [rule, label, forces])).toEqual([
    ['ask', 'free', ''],
    ['name', 'restrictive', 'OrderHelper'],
  ]);
  expect(unlabelled).toEqual([]);
  expect(usd).toBeGreaterThan(0);
});

test('the model is asked again only for another rule, task or model', async () => {
  const real = await clientOf([{ answer: FREE }]);
  let questions = 0;
  const asked = (): number => questions;
  const client: ModelClient = {
    ...real,
    structured: (request) => {
      questions += 1;
      return real.structured(request);
    },
  };
  const { record } = await audit(client);
  expect(asked()).toBe(2);
  expect((await audit(client, { known: record })).record).toEqual(record);
  expect(asked()).toBe(2);
  const { additive } = await rulesetOf({
    ...FILES,
    'additive/ask.yml': FILES['additive/ask.yml'].replace('asked', 'told'),
  });
  const written: AuditRecord[] = [];
  const onEntry = async (one: AuditRecord): Promise<void> => void written.push(one);
  await audit(client, { known: record, rules: additive, onEntry });
  expect(asked()).toBe(3);
  // Nothing that is known is lost by a stop behind the first answer.
  expect(written.map(({ labels }) => labels.length)).toEqual([2]);
  await audit(client, { known: record, task: 'Another.' });
  expect(asked()).toBe(5);
  await audit(client, { known: { ...record, model: 'other' } });
  expect(asked()).toBe(7);
});

test('an answer that names something outside the rule is requested again and then given up', async () => {
  const wrong = { ...RESTRICTIVE, forces: 'Somewhere' };
  const client = await clientOf([
    { when: { prompt: 'OrderHelper' }, times: 1, answer: wrong },
    { when: { prompt: 'OrderHelper' }, answer: RESTRICTIVE },
    { answer: wrong },
  ]);
  const { record, unlabelled } = await audit(client);
  expect(record.labels.map(({ rule }) => rule)).toEqual(['name']);
  expect(unlabelled).toEqual([
    { rule: 'ask', reason: expect.stringContaining('"Somewhere"') as string },
  ]);
});

test('after a malformed answer or a failure of the provider, the rule has no label', async () => {
  const client = await clientOf([
    { when: { prompt: 'OrderHelper' }, fault: { status: 500 } },
    { answer: { restrictive: 'maybe' } },
  ]);
  const { record, unlabelled } = await audit(client);
  expect(record.labels).toEqual([]);
  expect(unlabelled.map(({ rule }) => rule)).toEqual(['ask', 'name']);
});

test('no question is asked after the budget is spent', async () => {
  const client = await clientOf([{ answer: FREE }]);
  const { record, unlabelled } = await audit(client, { budgetUsd: 0.000_001 });
  expect(record.labels.map(({ rule }) => rule)).toEqual(['ask']);
  expect(unlabelled).toEqual([{ rule: 'name', reason: 'the budget is spent' }]);
});

test('rules are moved, not deleted, and a file with several rules is not changed', async () => {
  await using folder = await folderOf(FILES);
  const { additive } = await loadRuleset(folder.path);
  const taken = additive.filter(({ id }) => id === 'name');
  const moved = await quarantineRules(folder.path, additive, taken);
  expect(moved).toEqual([join(folder.path, 'aside/additive/name.yml')]);
  expect((await loadRuleset(folder.path)).additive.map(({ id }) => id)).toEqual(['ask']);
  await using both = await folderOf({
    'additive/both.yml': `${FILES['additive/name.yml']}---\n${FILES['additive/ask.yml']}`,
  });
  const { additive: rules } = await loadRuleset(both.path);
  const some = rules.filter(({ id }) => id === 'name');
  await expect(quarantineRules(both.path, rules, some)).rejects.toThrow(
    '"ask" is in the same file',
  );
  expect(await readdir(join(both.path, 'additive'))).toEqual(['both.yml']);
});

const entry = (rule: string, label: AuditEntry['label']): AuditEntry => ({
  rule,
  digest: '',
  label,
  forces: '',
  reason: '',
});

test('agreement with people: share, kappa and differences', async () => {
  await using folder = await folderOf({
    'a.csv': '\ufeffrule,label,reason\r\n"a",restrictive,"why, then"\r\nb,free\nc,free\nz,free\n',
    'a.yml':
      '- { rule: a, label: restrictive }\n- { rule: b, label: free, note: x }\n- { rule: c, label: free }\n',
    'twice.csv': 'rule,label\na,free\na,free\n',
    'label.yml': '- { rule: a, label: maybe }\n',
    'header.csv': 'a,free\n',
  });
  const model = [
    entry('a', 'restrictive'),
    entry('b', 'free'),
    entry('c', 'restrictive'),
    entry('d', 'free'),
  ];
  for (const name of ['a.csv', 'a.yml']) {
    const human = await readHumanLabels(join(folder.path, name));
    expect(await auditAgreement(model, human)).toEqual({
      rules: 3,
      agreement: 2 / 3,
      kappa: 0.4,
      disagreements: [{ rule: 'c', model: 'restrictive', human: 'free' }],
    });
  }
  await writeFile(
    join(folder.path, 'words.csv'),
    'rule,label\na,Overly-Restrictive\nb,not restrictive\nc,no\n',
  );
  await writeFile(
    join(folder.path, 'words.yml'),
    '- { rule: a, label: yes }\n- { rule: b, label: false }\n- { rule: c, label: Non_restrictive }\n',
  );
  for (const name of ['words.csv', 'words.yml']) {
    const human = await readHumanLabels(join(folder.path, name));
    expect([...human]).toEqual([
      ['a', 'restrictive'],
      ['b', 'free'],
      ['c', 'free'],
    ]);
  }
  expect(await auditAgreement(model, new Map())).toMatchObject({
    rules: 0,
    agreement: null,
    kappa: null,
  });
  await writeFile(join(folder.path, 'none.yml'), '');
  for (const [name, fault] of [
    ['twice.csv', 'two labels'],
    ['label.yml', '0.label'],
    ['header.csv', '"rule,label"'],
    ['none.yml', 'expected a list'],
    ['missing.csv', 'cannot be read'],
  ] as const) {
    await expect(readHumanLabels(join(folder.path, name))).rejects.toThrow(fault);
  }
});
