import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AttemptRecord, RunPlan } from '@refbench/contracts';
import { DEFAULT_LIMITS } from '@refbench/contracts';
import { loadRuleset } from '@refbench/rule-engine';
import { selectInstances } from '@refbench/instances';
import type { ExportedAttempt } from '@refbench/runner';
import { folderOf } from '@refbench/test-helpers';
import { expect, test } from 'vitest';
import { commits, importFrom, PATCH, publishedFiles, workspaceAt } from './codetaste.testkit.ts';
import { exportCodetaste, type ExportedCodetaste } from './export-codetaste.ts';

const DIGEST = `sha256:${'0'.repeat(64)}` as const;

function planOf(instance: string): RunPlan {
  return {
    schema: 1,
    run: 'own',
    created_at: '2026-01-01T00:00:00Z',
    tool: 'refbench/0.1.0',
    track: 'open',
    mode: 'direct',
    agents: [{ name: 'mine', version: '2.1', digest: DIGEST, model: 'model-a' }],
    instances: [instance],
    limits: { agent: DEFAULT_LIMITS.agent, grade: DEFAULT_LIMITS.grade },
  };
}

function attemptOf(instance: string, agent: string, patch: string): ExportedAttempt {
  const record: AttemptRecord = {
    schema: 1,
    instance,
    agent,
    attempt: 1,
    outcome: { kind: 'timed-out', limit: 'wall-clock', limit_ms: 1000 },
    harvested: {
      kind: 'patch',
      digest: DIGEST,
      changed_files: 1,
      special_files: [],
      escaping_links: [],
    },
    inputs: { image: null, prompt: DIGEST, agent: DIGEST },
    usage: { usd: 0.5, requests: 1, input_tokens: 1, output_tokens: 1, client: null },
    started_at: '2026-01-01T00:00:00Z',
    duration_ms: 60_000,
    tool: 'refbench/0.1.0',
  };
  return {
    instance,
    agent,
    attempt: '1',
    record,
    patch: Buffer.from(patch),
    prediction: { instance_id: instance, model_name_or_path: agent, model_patch: patch },
    trajectory: undefined,
  };
}

async function* these(attempts: readonly ExportedAttempt[]): AsyncGenerator<ExportedAttempt> {
  yield* attempts;
}

test('what was imported and tried is exported so that it can be imported again', async () => {
  const published = await commits();
  await using source = await folderOf(publishedFiles(published));
  await using first = await folderOf({});
  await using second = await folderOf({});
  await using out = await folderOf({});
  await importFrom(source.path, published.mirror, first.path);
  const id = `some__repository-${published.base.slice(0, 8)}`;
  const exporting = async (patch: string): Promise<ExportedCodetaste> =>
    await exportCodetaste({
      folder: out.path,
      plan: planOf(id),
      entries: await selectInstances(workspaceAt(first.path), [id]),
      attempts: these([attemptOf(id, 'mine', patch), attemptOf(id, 'golden', PATCH)]),
    });
  const exported = await exporting(PATCH);
  expect({ ...exported, leftOut: [...exported.leftOut] }).toEqual({
    instances: 1,
    patches: 2,
    leftOut: [],
  });

  const own = `some/repository/${published.base.slice(0, 8)}`;
  const read = async (path: string): Promise<unknown> =>
    JSON.parse(await readFile(join(out.path, 'outputs/open/direct', own, path), 'utf8'));
  expect(await read('mine/agent_config.json')).toMatchObject({
    id: 'mine',
    agent: { name: 'mine', version: '2.1' },
    model: { name: 'model-a' },
  });
  expect(await read('mine/inference_metadata.json')).toMatchObject({
    cost_usd: 0.5,
    finish_reason: 'timeout',
    finish_time: '2026-01-01T00:01:00.000Z',
  });
  expect(await read('golden_agent/agent_config.json')).toMatchObject({ id: 'golden_agent' });

  const again = await importFrom(out.path, published.mirror, second.path);
  expect(again.outcomes).toMatchObject([{ kind: 'imported', id, rules: 1, refused: 1 }]);
  for (const file of [`instances/${id}/instance.yaml`, `rules/${id}/refused.json`]) {
    expect(await readFile(join(second.path, file), 'utf8')).toBe(
      await readFile(join(first.path, file), 'utf8'),
    );
  }
  const predictions = join(second.path, 'predictions/mine.open-direct.jsonl');
  expect(JSON.parse(await readFile(predictions, 'utf8'))).toMatchObject({ model_patch: PATCH });

  // Once more, nothing changes; another patch of the same agent is not written over this one.
  const list = await readFile(join(out.path, 'instances.csv'), 'utf8');
  await exporting(PATCH);
  expect(await readFile(join(out.path, 'instances.csv'), 'utf8')).toBe(list);
  await expect(exporting('another')).rejects.toMatchObject({ kind: 'usage' });
});

test('rules that OpenGrep cannot read are counted, and a list keeps its columns', async () => {
  const published = await commits();
  await using source = await folderOf(publishedFiles(published));
  await using workspace = await folderOf({});
  await using out = await folderOf({
    'instances.csv': 'combined_score,owner,repo,commit_hash,golden_commit_hash\n',
  });
  await importFrom(source.path, published.mirror, workspace.path);
  const id = `some__repository-${published.base.slice(0, 8)}`;
  const entries = await selectInstances(workspaceAt(workspace.path), [id]);
  await writeFile(
    join(workspace.path, 'rules', id, 'additive/fresh.yml'),
    'id: fresh\nlanguage: js\nmessage: It is fresh.\nrule: { pattern: fresh($A) }\n',
  );
  expect((await loadRuleset(entries[0]?.rulesDir ?? '')).additive).toHaveLength(1);
  const exported = await exportCodetaste({
    folder: out.path,
    plan: planOf(id),
    entries,
    attempts: these([]),
  });
  expect([...exported.leftOut]).toEqual([[id, 1]]);
  expect(await readFile(join(out.path, 'instances.csv'), 'utf8')).toBe(
    'combined_score,owner,repo,commit_hash,golden_commit_hash\n' +
      `,some,repository,${published.base},${published.golden}\r\n`,
  );
});
