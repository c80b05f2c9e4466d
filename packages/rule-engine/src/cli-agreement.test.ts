import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { readJsonFile } from '@refbench/base';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { loadRuleset } from './load/load-ruleset.ts';
import { scanFiles } from './scan/scan-files.ts';
import type { SourceFile } from './rule/rule.ts';

const root = fileURLToPath(new URL('../fixtures/ast-grep', import.meta.url));
const tree = join(root, 'tree');
const run = promisify(execFile);

const version = await run('ast-grep', ['--version']).then(
  ({ stdout }) => stdout.trim(),
  () => 'absent',
);

/** `rule file:line:column-line:column` of our engine, sorted. */
async function ours(): Promise<string[]> {
  const { additive, reductive } = await loadRuleset(join(root, 'rules'));
  const result = await scanFiles([...additive, ...reductive], filesOf(tree));
  expect({ skipped: result.skipped, errors: result.errors }).toEqual({ skipped: [], errors: [] });
  return result.witnesses
    .map(
      ({ rule, file, start, end }) =>
        `${rule} ${file}:${start.line}:${start.column}-${end.line}:${end.column}`,
    )
    .sort();
}

async function* filesOf(folder: string): AsyncIterable<SourceFile> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesOf(path);
    else yield { path: relative(tree, path), bytes: await readFile(path) };
  }
}

const position = z.object({ line: z.int(), column: z.int() });
const matchSchema = z.object({
  ruleId: z.string(),
  file: z.string(),
  range: z.object({ start: position, end: position }),
});

/** The program counts columns in characters, 0-based; ours are UTF-16 units, 1-based. */
async function theirs(): Promise<string[]> {
  const { stdout } = await run('ast-grep', ['scan', '--json=compact'], { cwd: tree });
  const matches = z.array(matchSchema).parse(JSON.parse(stdout));
  const lines = await Promise.all(
    matches.map(async ({ ruleId, file, range }) => {
      const text = (await readFile(join(tree, file), 'utf8')).split('\n');
      const place = ({ line, column }: z.infer<typeof position>): string => {
        const before = Array.from(text[line] ?? '').slice(0, column);
        return `${line + 1}:${before.join('').length + 1}`;
      };
      return `${ruleId} ${file}:${place(range.start)}-${place(range.end)}`;
    }),
  );
  return lines.sort();
}

test('finds the same locations as ast-grep 0.51.1 in a tree of thirteen languages', async () => {
  const recorded = await readJsonFile(join(root, 'places.json'), z.array(z.string()));
  expect(recorded).toEqual({ kind: 'valid', value: await ours() });
});

test.skipIf(version !== 'ast-grep 0.51.1')('the same places as ast-grep finds now', async () => {
  expect(await ours()).toEqual(await theirs());
});
