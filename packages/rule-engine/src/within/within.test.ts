import { digestOf } from '@refbench/files';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testEngines } from '../opengrep/opengrep.testkit.ts';
import { contextOf } from '../rule-context.testkit.ts';
import type { Rule } from '../rule.ts';
import { folderOf, rulesetOf } from '../rules.testkit.ts';
import { measureTree } from '../strict/measure-tree.ts';
import { strictReferenceOf } from '../strict/strict-reference.ts';
import { writeEdited } from '../testing/try-tricks.ts';
import { editedPair } from './tree-pair.ts';
import { withinOf } from './within.ts';

const PATIENT = { timeout: 120_000 };

const astGrep = (id: string, within?: unknown): string =>
  JSON.stringify({
    ...{ id, language: 'ts', rule: { pattern: 'fresh($A)' } },
    ...(within !== undefined && { metadata: { within } }),
  });

const opengrep = (id: string, within?: unknown): string =>
  JSON.stringify({
    rules: [
      {
        ...{ id, languages: ['ts'], pattern: 'fresh($A)' },
        ...(within !== undefined && { metadata: { within } }),
      },
    ],
  });

const LIMITS = { any: undefined, base: 'base-files', reach: 'reachable', paths: 'lib/**' };

const rulesOf = (write: typeof astGrep): Record<string, string> =>
  Object.fromEntries(
    Object.entries(LIMITS).map(([id, within]) => [`additive/${id}.yml`, write(id, within)]),
  );

const LONG = Array.from({ length: 8 }, (_, line) => `export const name${line} = compute(${line});`);
const BASE = {
  'src/a.ts': 'export const first = old(1);\n',
  'src/moved.ts': `${LONG.join('\n')}\n`,
};
const GOLDEN = { ...BASE, 'src/a.ts': 'export const first = fresh(1);\n' };
const CALL = 'export const second = fresh(2);\n';

test.each([
  ['ast-grep', astGrep],
  ['OpenGrep', opengrep],
] as const)('%s: a new file counts as the rule says', PATIENT, async (_, write) => {
  await using context = await contextOf(BASE, { ...GOLDEN, 'lib/b.ts': CALL });
  const ruleset = await rulesetOf(rulesOf(write));
  const scan = { engines: testEngines() };
  const scans = await context.scan(ruleset.additive, scan);
  const reference = await strictReferenceOf(context, ruleset, scans);
  const followed = async (files: Readonly<Record<string, string | undefined>>) => {
    const edits = Object.entries(files).map(([path, content]) => ({ path, content }));
    const treeish = await writeEdited(context, edits);
    const { satisfied } = await measureTree(reference, treeish, scan);
    return satisfied.map(({ rule }) => rule).join(' ');
  };
  // A dead file satisfies only the rule without a limit, and that of its folder.
  expect(await followed({ 'src/dead.ts': CALL })).toBe('any');
  expect(await followed({ 'lib/dead.ts': CALL })).toBe('any paths');
  expect(await followed({ 'src/a.ts': CALL })).toBe('any base reach');
  const imported = { 'src/a.ts': "import './new.js';\n", 'src/new.ts': "import './c';\n" };
  expect(await followed({ ...imported, 'src/c.ts': CALL })).toBe('any reach');
  expect(await followed({ 'src/new.ts': "import './c';\n", 'src/c.ts': CALL })).toBe('any');
  const moved = `${LONG.join('\n')}\n${CALL}`;
  expect(await followed({ 'src/moved.ts': undefined, 'x/y.ts': moved })).toBe('any base reach');
  const larger = `${LONG.join('\n')}\n${LONG.join('\n').replaceAll('name', 'other')}\n${LONG.join('\n').replaceAll('name', 'more')}\n${CALL}`;
  expect(await followed({ 'src/moved.ts': undefined, 'x/y.ts': larger })).toBe('any');
});

test('folders are compared in the same way as commits', PATIENT, async () => {
  const { openTree } = await import('@refbench/repos');
  const { contextOfTrees } = await import('../registration/rule-context.ts');
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
