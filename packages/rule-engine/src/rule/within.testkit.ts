import { expect } from 'vitest';
import { contextOf } from '../rule-context.testkit.ts';
import { rulesetOf } from '../rules.testkit.ts';
import type { EngineScanOptions } from '../scan/scan-files.ts';
import { measureTree } from '../strict/measure-tree.ts';
import { strictReferenceOf } from '../strict/strict-reference.ts';
import { writeEdited } from '../scan/write-edited.ts';

export const astGrep = (id: string, within?: unknown): string =>
  JSON.stringify({
    id,
    language: 'ts',
    rule: { pattern: 'fresh($A)' },
    ...(within !== undefined && { metadata: { within } }),
  });

export const opengrep = (id: string, within?: unknown): string =>
  JSON.stringify({
    rules: [
      {
        id,
        languages: ['ts'],
        pattern: 'fresh($A)',
        ...(within !== undefined && { metadata: { within } }),
      },
    ],
  });

export const LIMITS = { any: undefined, base: 'base-files', reach: 'reachable', paths: 'lib/**' };

export const rulesOf = (write: typeof astGrep): Record<string, string> =>
  Object.fromEntries(
    Object.entries(LIMITS).map(([id, within]) => [`additive/${id}.yml`, write(id, within)]),
  );

const LONG = Array.from({ length: 8 }, (_, line) => `export const name${line} = compute(${line});`);
export const BASE = {
  'src/a.ts': 'export const first = old(1);\n',
  'src/moved.ts': `${LONG.join('\n')}\n`,
};
export const GOLDEN: Readonly<Record<string, string>> = {
  ...BASE,
  'src/a.ts': 'export const first = fresh(1);\n',
};
export const CALL = 'export const second = fresh(2);\n';

/** Expects that a new file counts as each rule of a dialect says. */
export async function expectNewFilesToCount(
  write: typeof astGrep,
  scan: EngineScanOptions,
): Promise<void> {
  await using context = await contextOf(BASE, { ...GOLDEN, 'lib/b.ts': CALL });
  const ruleset = await rulesetOf(rulesOf(write));
  const scans = await context.scan(ruleset.additive, scan);
  const reference = await strictReferenceOf(context, ruleset, scans, {});
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
}
