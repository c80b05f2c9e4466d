import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '@refbench/test-helpers';
import { stateId } from './state-id.ts';

it('gives every state folder one id, whoever asks first', async () => {
  await using folder = await temporaryFolder();
  const [one, two] = [join(folder.path, 'one'), join(folder.path, 'two')];
  const ids = await Promise.all(Array.from({ length: 8 }, () => stateId(one)));
  expect(new Set(ids).size).toBe(1);
  expect(ids[0]).toMatch(/^[0-9a-f]{16}$/);
  expect(await stateId(one)).toBe(ids[0]);
  expect(await stateId(two)).not.toBe(ids[0]);
  expect(await readdir(one)).toEqual(['id']);
});

it('does not replace an id that it cannot read', async () => {
  await using folder = await temporaryFolder();
  await writeFile(join(folder.path, 'id'), 'what');
  await expect(stateId(folder.path)).rejects.toMatchObject({ kind: 'invalid-file' });
});
