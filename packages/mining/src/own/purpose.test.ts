import { expect, test } from 'vitest';
import { purposeOf, type Purpose } from './purpose.ts';
import { readOwnTools } from './own-tools.ts';

const { keywords, rules } = await readOwnTools();

function purpose(message: string): Purpose {
  return purposeOf(message, keywords, rules.types);
}

test('a conventional type and its scope', () => {
  expect(purpose('refactor(api)!: use one client')).toMatchObject({
    type: 'refactoring',
    scope: 'api',
    named: 'refactor',
    message: 1,
    doubt: 0,
  });
  expect(purpose('feat: open a port')).toMatchObject({ type: 'feature', message: 0, doubt: 0.7 });
  expect(purpose('table: split the styles')).toMatchObject({ type: undefined, scope: 'table' });
});

test('the name of a merged branch is a type, too', () => {
  const message = 'Merge pull request #7 from someone/refactor/parser\n\nOne parser';
  expect(purpose(message)).toMatchObject({ title: 'One parser', type: 'refactoring', message: 1 });
  expect(purpose("Merge branch 'feature/x'")).toMatchObject({ type: 'feature' });
});

test.each([
  'Merge #7 #8\n\n7: Split the parser r=someone a=somebody-else\n\nIt was long.',
  'Auto merge of #7 - somebody:split-parser, r=someone\n\nSplit the parser\n\nIt was long.',
  'Merge pull request #7 from a/split-parser, r=someone\n\nSplit the parser\n\nIt was long.',
  'Merge "Split the parser"\n\nIt was long.',
])('the title of what a program merged: %j', (message) => {
  expect(purpose(message)).toMatchObject({ title: 'Split the parser', body: 'It was long.' });
});

test('the title says more than the body', () => {
  expect(purpose('Extract a parser').message).toBe(1);
  expect(purpose('Simplify the parser').message).toBeLessThan(1);
  expect(purpose('Parser\n\nExtract a class').message).toBeLessThan(0.5);
  expect(purpose('Parser')).toMatchObject({ message: 0, doubt: 0, named: undefined });
  expect(purpose('Extract a parser and fix a bug').doubt).toBeGreaterThan(0);
});
