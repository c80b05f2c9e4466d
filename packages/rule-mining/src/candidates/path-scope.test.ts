import type { Witness } from '@refbench/contracts';
import { compileRules } from '@refbench/rule-engine';
import { expect, test } from 'vitest';
import type { Candidate } from './candidate.ts';
import { scopeMeasured } from './path-scope.ts';
import { documentOf } from './rule-document.ts';

const CANDIDATE: Candidate = {
  side: 'additive',
  language: 'TypeScript',
  category: 'call',
  kind: 'call_expression',
  pattern: 'parse($A)',
  text: 'parse($A)',
  words: ['parse'],
  isTelling: false,
  restrictive: false,
};

const at = (file: string): Witness => ({
  rule: 'r',
  file,
  start: { line: 1, column: 1 },
  end: { line: 1, column: 9 },
});

/** The scope of the rule that has matches in these files of the own and of the other tree. */
async function scopeFor(
  own: readonly string[],
  other: readonly string[],
  candidate: Candidate = CANDIDATE,
) {
  const [compiled] = await compileRules([documentOf(candidate, 'r')], 'additive');
  if (compiled === undefined || !('rule' in compiled)) throw new Error('the rule does not compile');
  const { rule } = compiled;
  const measured = { candidate, rule, own: own.map(at), other: other.map(at) };
  const [scoped] = await scopeMeasured([measured]);
  return scoped === undefined
    ? undefined
    : { files: scoped.candidate.files, ignores: scoped.candidate.ignores, kept: scoped.own.length };
}

test('a folder that the other tree lacks', async () => {
  expect(await scopeFor(['new/a.ts', 'new/b.ts'], ['old/a.ts'])).toEqual({
    files: ['new/**'],
    ignores: undefined,
    kept: 2,
  });
});

test('no folder tells apart what names nothing', async () => {
  const plain = { ...CANDIDATE, pattern: 'this.$A + 1', text: 'this.$A + 1', words: ['this', '1'] };
  expect(await scopeFor(['new/a.ts', 'new/b.ts'], ['old/a.ts'], plain)).toBeUndefined();
});

test('folders of any name, where the other tree has only files', async () => {
  const own = ['test/one/a.ts', 'test/two/b.ts', 'test/three/c.ts'];
  expect((await scopeFor(own, ['test/a.ts']))?.files).toEqual(['test/*/**']);
});

test('a folder without those inside of it, where files moved to a subfolder', async () => {
  expect(await scopeFor(['src/a.ts', 'src/b.ts'], ['src/inner/a.ts', 'src/inner/b.ts'])).toEqual({
    files: ['src/**'],
    ignores: ['src/*/**'],
    kept: 2,
  });
});

test('single files, where one of their folders is inside of another', async () => {
  const files = ['src/a.ts', 'src/one/b.ts'];
  expect((await scopeFor(files, ['src/one/two/a.ts']))?.files).toEqual(files);
});

test('single files, where no folder tells the trees apart', async () => {
  expect((await scopeFor(['src/a.ts', 'src/b.ts'], ['src/c.ts']))?.files).toEqual([
    'src/a.ts',
    'src/b.ts',
  ]);
});

test('everywhere but in the old file, where golden takes a definition out of it', async () => {
  const moved: Candidate = { ...CANDIDATE, kind: 'function_declaration', moved: 'parts' };
  const scope = { files: undefined, ignores: ['**/all.ts'], kept: 1 };
  expect(await scopeFor(['src/one.ts'], ['src/all.ts'], moved)).toEqual(scope);
  const call = { ...moved, kind: 'call_expression' };
  expect((await scopeFor(['src/one.ts'], ['src/all.ts'], call))?.files).toEqual(['src/one.ts']);
});

test('an exception, where nearly all files follow the rule', async () => {
  const own = Array.from({ length: 10 }, (_, index) => `src/${index}.ts`);
  expect(await scopeFor(own, ['src/compatible.ts'])).toEqual({
    files: undefined,
    ignores: ['**/compatible.ts'],
    kept: 10,
  });
});

test('no scope, where both trees match in the same files', async () => {
  expect(await scopeFor(['a.ts'], ['a.ts'])).toBeUndefined();
});
