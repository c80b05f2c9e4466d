import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { loadRuleset, openEngines } from '@refbench/rule-engine';
import { folderOf, openCommits, opengrepDocument, type Files } from '@refbench/test-helpers';
import { expect, onTestFinished, test } from 'vitest';
import { importCodetaste, type ImportedCodetaste } from './import-codetaste.ts';
import type { RowOutcome } from './import-row.ts';

const BASE = { 'a.js': 'old(1);\nboth();\n', 'b.js': 'old(2);\n' };
const GOLDEN = { 'a.js': 'fresh(1);\nboth();\n', 'b.js': 'fresh(2);\n' };
const PATCH = 'diff --git a/note.txt b/note.txt\nnew file mode 100644\n';

interface Published {
  readonly base: string;
  readonly golden: string;
  readonly mirror: string;
}

async function commits(): Promise<Published> {
  const opened = await openCommits({ base: BASE, golden: GOLDEN }, async ({ folder, ...both }) => ({
    ...both,
    mirror: join(folder, '{name}'),
    [Symbol.asyncDispose]: async () => undefined,
  }));
  onTestFinished(() => opened[Symbol.asyncDispose]());
  return opened;
}

function publishedFiles({ base, golden }: Published, rows: readonly string[] = []): Files {
  const own = `some/repository/${base.slice(0, 8)}`;
  const rules = (definition: object): string =>
    JSON.stringify(opengrepDocument({ metadata: { nr_legacy_patterns: 0 }, ...definition }));
  const agent = (name: string): string => `outputs/open/direct/${own}/${name}`;
  return {
    'instances.csv': [
      'owner,repo,commit_hash,golden_commit_hash,combined_score,category,language',
      `some,repository,${base},${golden},0.7,structural,javascript`,
      ...rows,
    ].join('\n'),
    [`assets/descriptions/${own}/description.md`]: 'Call fresh instead of old.\n',
    [`assets/rules/${own}/rules_positive.yml`]: rules({ id: 'kept', pattern: 'both()' }),
    [`assets/rules/${own}/rules_negative.yml`]: rules({ id: 'old', pattern: 'old($X)' }),
    [`instance_images/${own}/instance_metadata.json`]: JSON.stringify({
      has_execution_environment: false,
      reason_no_execution_environment: 'It needs a database.',
    }),
    [`${agent('mine')}/prediction.diff`]: PATCH,
    [`${agent('mine')}/evaluation/evaluation_result.json`]: '{\n  "ifr": 1\n}',
    [`${agent('null_agent')}/prediction.diff`]: '\n',
  };
}

async function imported(
  files: Files,
  mirror: string,
  workspace: string,
): Promise<ImportedCodetaste> {
  await using folder = await folderOf(files);
  const stateDir = resolve(import.meta.dirname, '../../../../.refbench');
  return await importCodetaste({
    folder: folder.path,
    workspace: {
      instancesDir: join(workspace, 'instances'),
      rulesDir: join(workspace, 'rules'),
      runsDir: join(workspace, 'runs'),
      stateDir: join(workspace, 'state'),
      mirror,
    },
    engines: openEngines({ stateDir }),
    signal: new AbortController().signal,
    isWanted: () => true,
    predictionsDir: join(workspace, 'predictions'),
    onOutcome: () => undefined,
  });
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
