import { cp, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { withoutCanary } from '@refbench/contracts';
import {
  exportInstance,
  listInstances,
  partDigests,
  readAdmission,
  readTask,
  type CatalogEntry,
} from '@refbench/instances';
import { readTaskReview } from '@refbench/tasks';
import { temporaryFolder } from '@refbench/test-helpers';
import type { Workspace } from '@refbench/workspace';
import { expect, test } from 'vitest';
import { contentOf } from './content-digest.ts';
import { markDataset } from './mark-dataset.ts';

const root = resolve(import.meta.dirname, '../../../..');
const GUID = /5d9f5009-79c0-4217-8faa-678bd03056f1/;

function workspaceIn(folder: string): Workspace {
  return {
    instancesDir: join(folder, 'instances'),
    rulesDir: join(folder, 'rules'),
    runsDir: join(folder, 'runs'),
    stateDir: join(folder, 'state'),
    mirror: undefined,
  };
}

/** Everything of an instance that scores and admissions depend on, and what agents read. */
async function meaningOf(entry: CatalogEntry): Promise<object> {
  return {
    parts: await partDigests(entry),
    instructed: await readTask(entry, 'instructed'),
    open: await readTask(entry, 'open'),
    review: await readTaskReview(entry.dir),
    admission: (await readAdmission(entry)).kind,
  };
}

test('the canary changes no digest, no review and no admission of the shipped set', async () => {
  await using folder = await temporaryFolder();
  const copy = workspaceIn(folder.path);
  for (const name of ['instances', 'rules']) {
    await cp(join(root, name), join(folder.path, name), { recursive: true });
  }
  const { entries: shipped } = await listInstances(workspaceIn(root));
  const { files } = await markDataset(copy);
  expect(files).toBeGreaterThan(1000);
  expect(await markDataset(copy)).toEqual({ files, changed: 0 });
  const { entries } = await listInstances(copy);
  expect(entries).toHaveLength(shipped.length);
  for (const [index, entry] of entries.entries()) {
    const before = await meaningOf(shipped[index] ?? entry);
    expect(await meaningOf(entry)).toEqual(before);
    expect(before).toMatchObject({ admission: 'admitted' });
    expect(JSON.stringify(before)).not.toMatch(GUID);
  }
  // Rules are read by their parser, so two instances show that a comment means nothing to it.
  for (const [index, entry] of entries.slice(0, 2).entries()) {
    expect(await contentOf(entry)).toEqual(await contentOf(shipped[index] ?? entry));
  }
});

test('an exported instance carries the canary of its data set', async () => {
  await using folder = await temporaryFolder();
  const { entries } = await listInstances(workspaceIn(root));
  const entry = entries.find(({ instance }) => instance.id.startsWith('refbench__'));
  if (entry === undefined) throw new Error('there is no bundled instance');
  const { dir, rulesDir } = await exportInstance(entry, folder.path);
  const text = await readFile(join(dir, 'task.open.md'), 'utf8');
  expect(text).toMatch(GUID);
  expect(withoutCanary(text)).toBe(await readTask(entry, 'open'));
  expect(await partDigests({ ...entry, dir, rulesDir })).toMatchObject(
    await partDigestsOfTexts(entry),
  );
});

/** An export adds scripts, so its environment has another digest of files. */
async function partDigestsOfTexts(entry: CatalogEntry): Promise<object> {
  const { texts, rules } = await partDigests(entry);
  return { texts, rules };
}
