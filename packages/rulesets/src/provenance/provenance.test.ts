import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { folderOf } from '@refbench/test-helpers';
import { loadRuleset } from '@refbench/rule-engine';
import { rulesetOf } from '../rulesets.testkit.ts';
import { mergeEntries, readProvenance, recordProvenance } from './provenance-file.ts';
import type { ProvenanceEntry, RuleAuthor } from './provenance-record.ts';
import { authorText, originOf, parseAuthor, provenanceEntries } from './rule-origin.ts';

const RULES = {
  'additive/new.yml': 'id: new\nlanguage: ts\nrule: { pattern: fresh($A) }\n',
  'reductive/old.yml': 'id: old\nlanguage: ts\nrule: { pattern: old($A) }\n',
};
const at = new Date('2026-01-02T03:04:05.000Z');
const miner = { by: { kind: 'miner' }, how: 'suggest', at } as const;

test('entries are stored beside the rules and do not change the digest of the ruleset', async () => {
  await using folder = await folderOf(RULES);
  const before = await loadRuleset(folder.path);
  const entries = provenanceEntries([...before.additive, ...before.reductive], miner);
  await recordProvenance(folder.path, entries);
  const stored = await readProvenance(folder.path);
  expect(stored.rules).toEqual(entries);
  expect(stored.rules[0]).toMatchObject({
    rule: 'new',
    at: at.toISOString(),
    engine: { name: 'ast-grep', version: '0.51.1' },
  });
  expect((await loadRuleset(folder.path)).digest).toBe(before.digest);
});

test('a changed rule has no origin until it is recorded, and its history stays', async () => {
  await using folder = await folderOf(RULES);
  const { additive } = await loadRuleset(folder.path);
  await recordProvenance(folder.path, provenanceEntries(additive, miner));
  const text = RULES['additive/new.yml'].replace('fresh', 'other');
  const [changed] = (await rulesetOf({ ...RULES, 'additive/new.yml': text })).additive;
  if (changed === undefined) throw new Error('the rule is missing');
  expect(originOf(await readProvenance(folder.path), changed)).toBeUndefined();
  const edit = { by: parseAuthor('Ada'), how: 'review-edit' } as const;
  await recordProvenance(folder.path, provenanceEntries([changed], edit));
  const stored = await readProvenance(folder.path);
  expect(stored.rules.map(({ how }) => how)).toEqual(['suggest', 'review-edit']);
  expect(originOf(stored, changed)?.by).toEqual({ kind: 'person', name: 'Ada' });
});

test('recording at the same time loses nothing, and the same entry is stored once', async () => {
  await using folder = await folderOf(RULES);
  const { additive, reductive } = await loadRuleset(folder.path);
  const later = { ...miner, at: new Date('2026-02-02T00:00:00.000Z') };
  await Promise.all([
    recordProvenance(folder.path, provenanceEntries(additive, miner)),
    recordProvenance(folder.path, provenanceEntries(reductive, miner)),
  ]);
  await recordProvenance(folder.path, provenanceEntries(additive, later));
  const { rules } = await readProvenance(folder.path);
  expect(rules.map(({ rule, at: time }) => [rule, time])).toEqual([
    ['new', at.toISOString()],
    ['old', at.toISOString()],
  ]);
});

test('a damaged file is named and stays as it is', async () => {
  await using folder = await folderOf({ ...RULES, 'provenance.json': '' });
  const path = join(folder.path, 'provenance.json');
  await writeFile(path, '{"schema":2,"rules":[]}');
  await expect(readProvenance(folder.path)).rejects.toMatchObject({ kind: 'invalid-file' });
  const { additive } = await loadRuleset(folder.path);
  const entries = provenanceEntries(additive, miner);
  await expect(recordProvenance(folder.path, entries)).rejects.toThrow('provenance.json');
  expect(await readFile(path, 'utf8')).toContain('"schema":2');
});

const author = fc.oneof(
  fc.constant<RuleAuthor>({ kind: 'miner' }),
  fc.record({ kind: fc.constant('model' as const), name: fc.string({ minLength: 1 }) }),
  fc
    .string({ minLength: 1 })
    .filter((name) => name !== 'miner' && !name.startsWith('model:'))
    .map((name): RuleAuthor => ({ kind: 'person', name })),
);

test('the notation of an author can be read back', () => {
  fc.assert(
    fc.property(author, (one) => {
      expect(parseAuthor(authorText(one))).toEqual(one);
    }),
  );
});

test('merging is idempotent and does not depend on how entries are divided', () => {
  const entry = fc.record({
    rule: fc.constantFrom('a', 'b'),
    side: fc.constant('additive' as const),
    digest: fc.constant(`sha256:${'0'.repeat(64)}` as const),
    by: author,
    how: fc.constantFrom('register' as const, 'import' as const),
    at: fc.constantFrom('2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'),
    tool: fc.constant('refbench/0.1.0'),
    engine: fc.constant({
      name: 'ast-grep',
      version: '1',
    } as const),
  }) as fc.Arbitrary<ProvenanceEntry>;
  fc.assert(
    fc.property(fc.array(entry), fc.array(entry), (left, right) => {
      const merged = mergeEntries(left, right);
      expect(mergeEntries(merged, right)).toEqual(merged);
      expect(mergeEntries([], [...left, ...right])).toEqual(merged);
    }),
  );
});
