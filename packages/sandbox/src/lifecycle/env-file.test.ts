import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { readSmallFile } from './small-file.ts';
import { environmentFile } from './env-file.ts';

it('gives a shell every value byte for byte', async () => {
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

it('refuses a name that a shell would run', () => {
  expect(() => environmentFile({ 'A=1; rm -rf /': '' })).toThrow('is not a valid name');
});
