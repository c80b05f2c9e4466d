import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { readSmallFile } from './small-file.ts';
import { environmentFile } from './env-file.ts';

it('passes every value to the shell unchanged', async () => {
  const value = 'a\'b "c" $(d) `e` \\ \n ü *';
  const folder = await mkdtemp(join(tmpdir(), 'refbench-env-'));
  try {
    const file = join(folder, 'env');
    await writeFile(file, await readSmallFile(environmentFile({ KEY: value }), 'env', 1_000));
    const { stdout } = await execa('sh', ['-c', `. ${file}; printf %s "$KEY"`]);
    expect(stdout).toBe(value);
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('rejects a name that the shell would execute', () => {
  expect(() => environmentFile({ 'A=1; rm -rf /': '' })).toThrow('is not a valid name');
});
