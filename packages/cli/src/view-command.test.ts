import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@refbench/test-helpers';
import { expect, test } from 'vitest';
import { runHere } from './in-process.testkit.ts';

test('view refuses a folder of runs that is none', async () => {
  await using place = await temporaryFolder();
  const file = join(place.path, 'file');
  await writeFile(file, '');
  await expect(runHere('view', join(place.path, 'missing'))).rejects.toThrow(/missing/);
  await expect(runHere('view', file)).rejects.toThrow(/it is a file/);
});
