import { join, resolve } from 'node:path';
import { readLicences } from '@refbench/mining';
import { expect, test } from 'vitest';
import { listInstances } from '../selection/list-instances.ts';
import { readAdmission } from './admission-file.ts';
import { cardProblems } from './card-problems.ts';
import { contentDigest, contentOf } from './content-digest.ts';
import { readDatasetFile } from './dataset-file.ts';
import { instanceProblems } from './instance-problems.ts';

const root = resolve(import.meta.dirname, '../../../..');
const instancesDir = join(root, 'instances');

// What `dataset validate` checks, apart from the comparison of commits, which needs repositories.
test('the shipped set is valid, and every admission in it holds', async () => {
  const { entries, broken } = await listInstances({
    ...{ instancesDir, rulesDir: join(root, 'rules'), mirror: undefined },
    ...{ runsDir: join(root, 'runs'), stateDir: join(root, '.refbench') },
  });
  expect(broken).toEqual([]);
  const licences = await readLicences();
  for (const entry of entries) {
    expect(await instanceProblems(entry, (licence) => licences.isOpen(licence))).toEqual([]);
    expect(await readAdmission(entry)).toMatchObject({ kind: 'admitted' });
  }
  const digest = contentDigest(await Promise.all(entries.map(contentOf)));
  const dataset = await readDatasetFile(instancesDir);
  expect(await cardProblems(instancesDir, dataset, digest)).toEqual([]);
});
