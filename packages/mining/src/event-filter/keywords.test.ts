import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { readDefinition, type Definition } from './definition.ts';
import { inflections } from './inflections.ts';
import { countKeywords, expressionOf } from './keywords.ts';
import { TextWords } from './text-words.ts';
import { messageProse, splitMessage } from './message.ts';

let definition: Definition;
beforeAll(async () => {
  definition = await readDefinition();
});

describe('whole words', () => {
  test.each([
    'prefix and suffix',
    'a test fixture',
    'splinter',
    'affixed',
    'unfixable',
    'fix_it',
    'debugger',
  ])('"%s" holds no veto', (text) =>
    expect(countKeywords(text, definition.keywords).veto).toBeUndefined(),
  );

  test.each([
    ['Fix: it', 'fix'],
    ['fixes', 'fix'],
    ['this FIXED that', 'fix'],
    ['bug-fixing', 'fix'],
    ['(lint)', 'lint'],
    ['linting', 'lint'],
  ])('"%s" is vetoed by "%s"', (text, word) =>
    expect(countKeywords(text, definition.keywords).veto).toBe(word),
  );

  test.each([
    'deduplicated',
    'Deduplication',
    'dedupe',
    'refactor(core)!: x',
    'modularise',
    'break-up of it',
  ])('"%s" is a strong positive, counted once', (text) =>
    expect(countKeywords(`${text}; ${text}`, definition.keywords).positive.strong).toBe(1),
  );

  test.each([
    'reorganised',
    'Reorganizing',
    'simplified',
    'splitting',
    'cleanup',
    'clean up',
    'clean-ups',
  ])('"%s" is a weak positive', (text) =>
    expect(countKeywords(text, definition.keywords).positive.weak).toBe(1),
  );
});

test('the expression for RE2 matches the same texts', () => {
  const { positive, negative } = definition.keywords;
  const all = [...positive.strong, ...positive.weak, ...negative.strong, ...negative.weak];
  const forms = all.flatMap((keyword) => keyword.forms.map((words) => words.join(' ')));
  const piece = fc.oneof(
    fc.constantFrom(...forms),
    fc.constantFrom(' ', '-', '\n', '_', 'x', 'é', '7', '. '),
  );
  const keywords = all.map((keyword) => ({
    keyword,
    expression: new RegExp(expressionOf(keyword), 'iu'),
  }));
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const text = pieces.join('').toUpperCase();
      const words = new TextWords(text);
      const found = keywords.filter(({ keyword }) => words.contain(keyword));
      expect(found).toStrictEqual(keywords.filter(({ expression }) => expression.test(text)));
    }),
    { numRuns: 300 },
  );
});

test('inflections', () => {
  expect(inflections('simplify')).toContain('simplified');
  expect(inflections('move')).toStrictEqual(['move', 'moves', 'moved', 'mover', 'moving']);
  expect(inflections('split')).toContain('splitting');
  expect(inflections('reorganize')).toContain('reorganising');
  expect(inflections('break up')).toContain('breaking up');
});

describe('messages', () => {
  test("a merge's title is the pull request's", () => {
    expect(
      splitMessage('Merge pull request #7 from me/fix-lint\n\nRename all\n\nmore'),
    ).toStrictEqual({ title: 'Rename all', body: 'more' });
    expect(splitMessage('Merge pull request #7 from me/x').title).toBe(
      'Merge pull request #7 from me/x',
    );
  });

  test('text that is not prose does not count', () => {
    const body = [
      '<!-- Describe what this fixes -->',
      '- [ ] Bug fix',
      '- [x] Refactoring',
      '* fix lint',
      'Fixes #12',
      'fixes: 4711, closes GH-7',
      '> Remember the bug that you fixed?',
      'see https://example.org/fix',
      '```\nfix()\n```',
      'Signed-off-by: Fix <fix@example.org>',
    ].join('\n');
    const text = messageProse({ title: 'Move it', body });
    expect(countKeywords(text, definition.keywords).veto).toBeUndefined();
    expect(text).toContain('Refactoring');
  });

  test('the commits of a squash do not count', () => {
    const body = '* Move the parser\n\nIt was time.\n\nFix tests\n\n* fix lint';
    expect(messageProse({ title: 'Rename all (#7)', body })).toBe('Rename all (#7)');
    expect(messageProse({ title: 'Rename all', body })).toContain('Fix tests');
    expect(messageProse({ title: 'Rename all (#7)', body: 'It was time.' })).toContain('time');
  });
});
