import { join, resolve } from 'node:path';
import { readLicences } from '@refbench/code-facts';
import { temporaryFolder } from '@refbench/test-helpers';
import { expect, test } from 'vitest';
import { validateDataset } from './validate-dataset.ts';

const root = resolve(import.meta.dirname, '../../../..');

test('the shipped set is valid, and every admission in it holds', async () => {
  await using folder = await temporaryFolder();
  const licences = await readLicences();
  const { problems, instances, admitted } = await validateDataset(
    {
      instancesDir: join(root, 'instances'),
      rulesDir: join(root, 'rules'),
      runsDir: join(folder.path, 'runs'),
      stateDir: join(folder.path, 'state'),
      mirror: undefined,
    },
    {
      isOpen: (licence) => licences.isOpen(licence),
      // It needs repositories, and tests have no network.
      compareCommits: false,
      signal: new AbortController().signal,
    },
  );
  expect(problems).toEqual([]);
  expect(admitted).toBe(instances);
});
