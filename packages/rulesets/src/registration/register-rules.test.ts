import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coveredLines, jaccard } from './line-overlap.ts';
import { findOverlaps } from './overlaps.ts';
import { call, register, rule, short } from './register-rules.testkit.ts';

test('accepted rules are written and can be loaded', async () => {
  const { verdicts, written, ruleset } = await register({
    'new/rules.yml': `# why\n${rule('fresh', call('fresh'))}---\n${rule('first', "{ pattern: 'fresh(0)' }")}`,
  });
  expect(verdicts.map(short)).toEqual([
    ['fresh', 'accepted', null, 0, 3],
    ['first', 'accepted', null, 0, 1],
  ]);
  expect(verdicts[1]?.nearest).toEqual({ rule: 'fresh', jaccard: 1 / 3 });
  expect(new Set(written)).toEqual(new Set(['first.yml', 'fresh.yml']));
  expect(ruleset?.additive.map(({ id }) => id)).toEqual(['first', 'fresh']);
});

test('the two sides require opposite counts', async () => {
  const files = { 'new/r.yml': rule('r', call('old')) };
  expect((await register(files, 'reductive')).verdicts.map(short)).toEqual([
    ['r', 'accepted', null, 3, 0],
  ]);
  const { verdicts, written } = await register(files, 'additive');
  expect(verdicts.map(short)).toEqual([['r', 'refused', 'no-match', 3, 0]]);
  expect(written).toEqual([]);
});

test('the location of a leak is shown only if it distinguishes the trees', async () => {
  const { verdicts } = await register({
    'new/leaky.yml': rule('leaky', call('leaky')),
    'new/zboth.yml': rule('both', call('both')),
  });
  expect(verdicts.map(short)).toEqual([
    ['leaky', 'refused', 'leaks', 1, 11],
    ['both', 'refused', 'leaks', 2, 3],
  ]);
  expect(verdicts[0]?.leak).toMatchObject({
    state: 'base',
    file: 'a.ts',
    start: { line: 4, column: 1 },
    text: 'leaky(0);',
  });
  expect(verdicts[1]?.leak).toBeUndefined();
});

test('an id is unique across both sides and within a file', async () => {
  const { verdicts } = await register({
    'rules/reductive/x.yml': rule('taken', call('old')),
    'new/a.yml': rule('taken', call('fresh')),
    'new/b.yml': rule('twice', call('fresh')),
    'new/c.yml': rule('twice', "{ pattern: 'fresh(0)' }"),
  });
  expect(verdicts.map(short)).toEqual([
    ['taken', 'refused', 'duplicate-id', null, null],
    ['twice', 'accepted', null, 0, 3],
    ['twice', 'refused', 'duplicate-id', null, null],
  ]);
});

test('a rule that covers the same lines as another is refused with the name of the other', async () => {
  const { verdicts } = await register({
    'rules/additive/x.yml': rule('there', call('fresh')),
    'new/a.yml': rule('same', '{ kind: expression_statement, has: { pattern: fresh($A) } }'),
  });
  expect(verdicts.map(short)).toEqual([['same', 'refused', 'overlap', 0, 3]]);
  expect(verdicts[0]?.nearest).toEqual({ rule: 'there', jaccard: 1 });
  expect(verdicts[0]?.message).toContain('"there"');
});

test('an invalid rule is refused with a reason, and the others are still registered', async () => {
  const { verdicts, written } = await register({
    'new/1.yml': 'id: [',
    'new/2.yml': '- a list\n',
    'new/3.yml': rule('kind', '{ kind: nothing }'),
    'new/4.yml': rule('syntax', '{ pattern: "foo(" }'),
    'new/5.yml': 'id: key\nlanguage: ts\nrule: { kind: number }\nmesage: x\n',
    'new/6.yml': '# nothing\n',
    'new/7.yml': rule('good', call('fresh')),
    'new/8.yml': 'a: &a [x]\nb: !!js/function "f"\n',
  });
  const refusals = verdicts.filter(({ reason }) => reason === 'invalid');
  expect(refusals).toHaveLength(7);
  expect(refusals.map(({ id }) => id)).toEqual([null, null, 'kind', 'syntax', 'key', null, null]);
  for (const { message } of refusals) expect(message).toMatch(/^[^\n]+$/);
  expect(refusals[2]?.message).toContain('Kind `nothing` is invalid');
  expect(refusals[3]?.message).toContain('does not parse as TypeScript');
  expect(refusals[4]?.message).toContain('mesage');
  expect(written).toEqual(['good.yml']);
});

test('a dry run writes nothing', async () => {
  const { verdicts, written } = await register(
    { 'new/a.yml': rule('fresh', call('fresh')) },
    'additive',
    { dryRun: true },
  );
  expect(verdicts.map(({ status }) => status)).toEqual(['accepted']);
  expect(written).toEqual([]);
});

const witness = fc
  .tuple(fc.constantFrom('a', 'b'), fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 4 }))
  .map(([file, line, more]) => ({
    rule: '',
    file,
    start: { line, column: 1 },
    end: { line: line + more, column: 2 },
  }));

test('the Jaccard index compares sets of lines', () => {
  fc.assert(
    fc.property(fc.array(witness), fc.array(witness), (left, right) => {
      const lines = (list: typeof left) =>
        new Set(
          list.flatMap(({ file, start, end }) =>
            Array.from(
              { length: end.line - start.line + 1 },
              (_, index) => `${file}${start.line + index}`,
            ),
          ),
        );
      const [one, other] = [lines(left), lines(right)];
      const union = new Set([...one, ...other]).size;
      const common = [...one].filter((line) => other.has(line)).length;
      expect(jaccard(coveredLines(left), coveredLines(right))).toBe(
        union === 0 ? 0 : common / union,
      );
    }),
  );
});

test('the overlaps of a ruleset are the pairs above the limit on each side', async () => {
  const { ruleset } = await register({
    'rules/additive/a.yml': rule('a', call('fresh')),
    'rules/additive/b.yml': rule('b', call('fresh')),
    'rules/reductive/c.yml': rule('c', call('fresh')),
  });
  if (ruleset === undefined) throw new Error('no ruleset');
  const place = { file: 'a.ts', start: { line: 1, column: 1 }, end: { line: 1, column: 9 } };
  const scan = {
    witnesses: ['a', 'b', 'c'].map((id) => ({ rule: id, ...place })),
    skipped: [],
    errors: [],
    broken: [],
  };
  expect(findOverlaps(ruleset, { base: scan, golden: scan })).toEqual([
    { side: 'additive', rules: ['a', 'b'], jaccard: 1 },
  ]);
});
