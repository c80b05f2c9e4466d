import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openHistory, parsePatch } from '@refbench/repos';
import { expect, onTestFinished, test } from 'vitest';
import { findLeaks } from './leak-check.ts';
import { plainTexts } from './plain-texts.ts';
import type { TaskTexts } from './task-files.ts';

type Files = Readonly<Record<string, string>>;

/** Writes both texts for a change from the first files to the others. */
async function textsOf(before: Files, after: Files, message: string): Promise<TaskTexts> {
  const folder = await mkdtemp(join(tmpdir(), 'refbench-texts-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const work = join(folder, 'clone');
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@localhost', ...args], {
      cwd: work,
      encoding: 'utf8',
    }).trim();
  await mkdir(work);
  git('init', '-q');
  for (const [files, text] of [
    [before, 'Base'],
    [after, message],
  ] as const) {
    if (text !== 'Base') git('rm', '-q', '-r', '.');
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(work, path)), { recursive: true });
      await writeFile(join(work, path), content);
    }
    git('add', '--all');
    git('commit', '-q', '-m', text);
  }
  const [base, golden] = [git('rev-parse', 'HEAD~1'), git('rev-parse', 'HEAD')];
  const history = await openHistory({
    name: 'own/it',
    path: work,
    cacheDir: join(folder, 'cache'),
  });
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
      'src/money/fresh.js': 'export const rateOfTax = 19;\n',
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
    /In 3 places, such as `read\('(\w+)', null\);`, which becomes `read\(\{ key: '\1' \}\);`\./,
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
