import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CatalogEntry } from '@refbench/instances';
import { temporaryFolder } from '@refbench/test-helpers';
import { expect, test } from 'vitest';
import { checkPlannedFiles } from './planned-files.ts';

const DIRECT = { track: 'open', mode: 'direct' } as const;
const RULE = 'id: x\nlanguage: ts\nrule: { pattern: old($A) }\n';

test('what a run would read must be there', async () => {
  await using folder = await temporaryFolder();
  const rulesDir = join(folder.path, 'rules');
  const entries = [{ dir: folder.path, rulesDir } as CatalogEntry];
  const refused = { kind: 'invalid-file' };
  await expect(checkPlannedFiles(entries, DIRECT)).rejects.toMatchObject(refused);
  await expect(
    checkPlannedFiles(entries, { ...DIRECT, unfinished: true }),
  ).resolves.toBeUndefined();

  await writeFile(join(folder.path, 'task.open.md'), 'Improve it.\n');
  await expect(checkPlannedFiles(entries, DIRECT)).rejects.toMatchObject(refused);
  await mkdir(join(rulesDir, 'additive'), { recursive: true });
  await writeFile(join(rulesDir, 'additive/x.yml'), RULE);
  await expect(checkPlannedFiles(entries, DIRECT)).resolves.toBeUndefined();
  // Plans need the instructed text, whatever the track.
  await expect(checkPlannedFiles(entries, { ...DIRECT, mode: 'plan' })).rejects.toMatchObject(
    refused,
  );
  await writeFile(join(rulesDir, 'additive/x.yml'), 'rule: [');
  await expect(checkPlannedFiles(entries, { ...DIRECT, unfinished: true })).rejects.toMatchObject(
    refused,
  );
});
