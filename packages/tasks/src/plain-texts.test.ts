import { join } from 'node:path';
import { openHistory, parsePatch } from '@refbench/repos';
import { temporaryFolder, writeRepository, type Files } from '@refbench/test-helpers';
import { expect, test } from 'vitest';
import { findLeaks } from './leak-check.ts';
import { plainTexts } from './plain-texts.ts';
import type { TaskTexts } from './task-files.ts';

/** Writes both texts for a change from the first files to the others. */
async function textsOf(before: Files, after: Files, message: string): Promise<TaskTexts> {
  await using folder = await temporaryFolder();
  const { base, golden } = await writeRepository(folder.path, { base: before, golden: after });
  const path = join(folder.path, 'repository');
  const history = await openHistory({ name: 'own/it', path, cacheDir: join(folder.path, 'cache') });
  if (history.kind === 'absent') throw new Error(history.reason);
  await using opened = history;
  const patch = parsePatch((await opened.renameDiff(base, golden)) as Buffer);
  if (patch.kind !== 'parsed') throw new Error('the diff is not readable');
  const { repository } = opened;
  return await plainTexts({
    message,
    patch,
    repository,
    base,
    golden,
    leaksIn: (text) => findLeaks(text, { golden, message, patch }, repository, base),
  });
}

const BODY =
  'export function total(list) {\n  return list.reduce((sum, one) => sum + one, 0);\n}\n';

test('tells what the message says, which files move, and which names come and go', async () => {
  const texts = await textsOf(
    {
      'src/money/sum.js': BODY,
      'src/money/use.js': 'import { total } from "./sum.js";\nexport const bill = totalOfAll();\n',
      'src/dead.js': 'export const unusedThing = 1;\n',
    },
    {
      'src/money/total.js': BODY,
      'src/money/use.js': 'import { total } from "./total.js";\nexport const bill = addedUp();\n',
      'src/money/fresh.js': 'export const rateOfTax = 19; //nolint:all // TODO(someone): reread\n',
    },
    'refactor(money): keep totals in one module (#12)\n\nCallers passed the list twice.\n\nSigned-off-by: A <a@b>',
  );
  expect(texts.instructed).toContain(
    '# Keep totals in one module\n\nCallers passed the list twice.',
  );
  expect(texts.instructed).toContain('Move `src/money/sum.js` to `src/money/total.js`.');
  expect(texts.instructed).toContain('Remove `src/dead.js`.');
  expect(texts.instructed).toContain('Create `src/money/fresh.js`.');
  expect(texts.instructed).toContain(
    'These names do not occur any more: `totalOfAll`, `unusedThing`.',
  );
  expect(texts.instructed).toContain('These names are new: `addedUp`, `rateOfTax`.');
  expect(texts.instructed).not.toMatch(/#12|Signed-off/);
  expect(texts.open).toBe('Improve the structure of the code in `src/money`\n');
});

test('tells which code is in another file, and counts joined copies once', async () => {
  const shared = ['parse', 'print', 'merge'].map(
    (name) => `export function ${name}(list) {\n  return list.map((one) => one.${name}());\n}\n`,
  );
  const copy = (own: string): string => `export const ${own} = 1;\n${shared.join('')}`;
  const texts = await textsOf(
    { 'lib/one.js': copy('one'), 'lib/two.js': copy('two') },
    {
      'lib/one.js': 'import "./shared.js";\nexport const one = 1;\n',
      'lib/two.js': 'import "./shared.js";\nexport const two = 1;\n',
      'lib/shared.js': `// What both need.\n${shared.join('')}`,
    },
    'Remove a copy',
  );
  expect(texts.instructed).toContain(
    'Move code of `lib/one.js` and `lib/two.js` to `lib/shared.js` (about 9 lines, with `parse`, `print`, `merge`).',
  );
});

test('shows the change that golden makes in many places', async () => {
  const names = ['one', 'two', 'three'];
  const module = (line: (name: string) => string): Files =>
    Object.fromEntries(names.map((name) => [`lib/${name}.js`, `// ${name}\n${line(name)}\n`]));
  const texts = await textsOf(
    module((name) => `read('${name}', null);`),
    module((name) => `read({ key: '${name}' });`),
    'Name the arguments',
  );
  expect(texts.instructed).toContain('- Change 3 files in `lib`.');
  expect(texts.instructed).toMatch(
    /In 3 places, lines such as `read\('(\w+)', null\);` become `read\(\{ key: '\1' \}\);`\./,
  );
});

test('the open text names no folder that only golden has, and stays short', async () => {
  const lines = (word: string): string => `export const ${word} = 1;\n`.repeat(9);
  const deep = 'a/very/long/path/of/folders/that/do/not/fit/into/one/short/line/of/text';
  const texts = await textsOf(
    { [`${deep}/x.js`]: lines('one') },
    { [`${deep}/x.js`]: lines('two') },
    'x',
  );
  expect(texts.open.length).toBeLessThanOrEqual(71);
  expect(texts.open).toContain('`a/very');
  expect(texts.instructed).toContain('# Refactor the code');
});

test('a change without a common folder gets a text about all of it', async () => {
  const texts = await textsOf({ 'a.js': BODY }, { 'b.js': BODY, 'c.js': BODY }, 'Split');
  expect(texts.open).toBe('Improve the structure of this code\n');
});
