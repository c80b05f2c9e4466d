import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadRuleset } from '@refbench/rule-engine';
import { folderOf, type Files } from '@refbench/test-helpers';
import { expect, test } from 'vitest';
import { commits, importFrom, PATCH, publishedFiles } from './codetaste.testkit.ts';
import type { ImportedCodetaste } from './import-codetaste.ts';
import type { RowOutcome } from './import-row.ts';

async function imported(
  files: Files,
  mirror: string,
  workspace: string,
): Promise<ImportedCodetaste> {
  await using folder = await folderOf(files);
  return await importFrom(folder.path, mirror, workspace);
}

test('a published instance becomes an instance, and what does not hold is kept aside', async () => {
  const published = await commits();
  await using workspace = await folderOf({});
  const at = (...names: readonly string[]): string => join(workspace.path, ...names);
  const id = `some__repository-${published.base.slice(0, 8)}`;
  const files = publishedFiles(published);
  const result = await imported(files, published.mirror, workspace.path);
  const expected: RowOutcome = {
    kind: 'imported',
    id,
    rules: 1,
    refused: 1,
    noTests: 'It needs a database.',
  };
  expect(result.outcomes).toEqual([expected]);
  const instance = await readFile(at('instances', id, 'instance.yaml'), 'utf8');
  expect(instance).toContain('category: structural');
  expect(instance).toContain('no_tests: It needs a database.');
  expect(await readFile(at('instances', id, 'task.instructed.md'), 'utf8')).toContain('fresh');
  expect(existsSync(at('instances', id, 'task.open.md'))).toBe(false);
  const { additive, reductive } = await loadRuleset(at('rules', id));
  expect([additive, reductive].map((rules) => rules.map((rule) => rule.id))).toEqual([[], ['old']]);
  const refused: unknown = JSON.parse(await readFile(at('rules', id, 'refused.json'), 'utf8'));
  expect(refused).toMatchObject([{ id: 'kept', side: 'additive', counts: { base: 1, golden: 1 } }]);
  const predictions = await readFile(at('predictions/mine.open-direct.jsonl'), 'utf8');
  expect(JSON.parse(predictions)).toEqual({
    instance_id: id,
    model_name_or_path: 'mine',
    model_patch: PATCH,
  });
  expect(result.results).toEqual({ file: at('predictions/published-results.jsonl'), count: 1 });
  expect(existsSync(at('predictions/instances.csv'))).toBe(true);

  const again = await imported(files, published.mirror, workspace.path);
  expect(again.outcomes).toEqual([{ kind: 'present', id }]);
});

test('a row that cannot be imported leaves nothing behind, and the others are imported', async () => {
  const published = await commits();
  await using workspace = await folderOf({});
  const { base, golden } = published;
  const rows = [
    `some,missing,${base},${golden},0.5,,`,
    `some,repository,${'0'.repeat(40)},${golden},0.5,,`,
  ];
  const result = await imported(publishedFiles(published, rows), published.mirror, workspace.path);
  expect(result.outcomes.map(({ kind }) => kind)).toEqual(['imported', 'failed', 'failed']);
  const [, , wrongBase] = result.outcomes;
  expect(wrongBase).toMatchObject({ reason: expect.stringContaining(base) });
  for (const folder of ['instances', 'rules']) {
    expect(existsSync(join(workspace.path, folder, '.importing'))).toBe(false);
  }
});

test('a list without commits is refused with the row', async () => {
  const published = await commits();
  await using workspace = await folderOf({});
  const files = publishedFiles(published, ['some,repository,abc,def,0.1,,']);
  await expect(imported(files, published.mirror, workspace.path)).rejects.toMatchObject({
    kind: 'invalid-file',
    message: expect.stringContaining('row 3'),
  });
});
