import { digestOf } from '@refbench/base';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { folderOf } from '@refbench/test-helpers';
import { contextOf } from '../rule-context.testkit.ts';
import type { Rule } from './rule.ts';
import { rulesetOf } from '../rules.testkit.ts';
import { editedPair } from '../tree/tree-pair.ts';
import { withinOf } from './within.ts';
import {
  astGrep,
  BASE,
  CALL,
  expectNewFilesToCount,
  GOLDEN,
  LIMITS,
  opengrep,
  rulesOf,
} from './within.testkit.ts';

const PATIENT = { timeout: 120_000 };

test('ast-grep: a new file counts as the rule says', PATIENT, async () => {
  await expectNewFilesToCount(astGrep, {});
});

test('folders are compared in the same way as commits', PATIENT, async () => {
  const { openTree } = await import('@refbench/repos');
  const { contextOfTrees } = await import('../scan/rule-context.ts');
  await using base = await folderOf(BASE);
  await using golden = await folderOf({ ...BASE, 'src/dead.ts': CALL, 'lib/dead.ts': CALL });
  await using cache = await folderOf({});
  await using before = await openTree(base.path, { cacheDir: cache.path });
  await using after = await openTree(golden.path, { cacheDir: cache.path });
  const { additive } = await rulesetOf(rulesOf(astGrep));
  const scans = await contextOfTrees({ base: before, golden: after }).scan(additive);
  expect(scans.golden.witnesses.map(({ rule, file }) => `${rule} ${file}`)).toEqual([
    'any lib/dead.ts',
    'paths lib/dead.ts',
    'any src/dead.ts',
  ]);
});

test('the limit is part of the digest, and rules without one keep theirs', async () => {
  const first = async (files: Readonly<Record<string, string>>): Promise<Rule> => {
    const [rule] = (await rulesetOf(files)).additive;
    if (rule === undefined) throw new Error('the rule is missing');
    return rule;
  };
  for (const write of [astGrep, opengrep]) {
    const rules = await Promise.all(
      Object.values(LIMITS).map((within) => first({ 'additive/a.yml': write('a', within) })),
    );
    expect(new Set(rules.map(({ digest }) => digest)).size).toBe(rules.length);
    expect(new Set(rules.map(({ matchDigest }) => matchDigest)).size).toBe(1);
  }
  const plain = await first({ 'additive/a.yml': astGrep('a') });
  if (plain.dialect !== 'ast-grep') throw new Error('the rule has another dialect');
  expect(plain.digest).toBe(digestOf({ language: plain.language, matcher: plain.matcher }));
});

test.each([astGrep, opengrep])('a reductive rule with a limit is refused', async (write) => {
  await expect(rulesetOf({ 'reductive/a.yml': write('a', 'base-files') })).rejects.toMatchObject({
    kind: 'invalid-file',
    message: expect.stringMatching(/a\.yml.*metadata\.within: only additive rules/) as string,
  });
});

test.each(['basefiles', '', [], ['src/**', 3], './src/**', '/src/**', '!src/**', 7, null, {}])(
  '%j is not a limit',
  (within) => {
    expect(() => withinOf({ within }, 'additive')).toThrow(SyntaxError);
  },
);

test('metadata without a limit is ignored, whatever it is', () => {
  fc.assert(
    fc.property(fc.anything(), (metadata) => {
      fc.pre(typeof metadata !== 'object' || metadata === null || !('within' in metadata));
      expect(withinOf(metadata, 'reductive')).toBeUndefined();
    }),
  );
});

test('a pair of base and edited files lists and reads both', async () => {
  await using context = await contextOf(BASE, GOLDEN);
  const files = [{ path: 'src/new.ts', bytes: Buffer.from(CALL) }];
  const { base, after } = editedPair(context, new Set(['src/a.ts', 'src/new.ts']), files);
  expect([...(await base.paths())].sort()).toEqual(['src/a.ts', 'src/moved.ts']);
  expect([...(await after.paths())].sort()).toEqual(['src/moved.ts', 'src/new.ts']);
  const read: string[] = [];
  for await (const { path } of after.read(() => true)) read.push(path);
  expect(read).toEqual(['src/new.ts', 'src/moved.ts']);
});
