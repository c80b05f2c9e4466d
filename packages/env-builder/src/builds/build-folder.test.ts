import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BuildFolder } from './build-folder.ts';
import { temporaryFolder } from '@refbench/test-helpers';

it('is private on the host, readable in a container, and removed at the end', async () => {
  await using state = await temporaryFolder();
  const umask = process.umask(0o077);
  try {
    await using folder = await BuildFolder.create(state.path, {
      env: { http_proxy: "http://it's:me@proxy" },
      certificates: ['one\n', 'two\n'],
      notes: [],
    });
    await folder.write('manifests/base/packages/a/package.json', '{}');
    const mode = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;
    expect(await mode(folder.beside)).toBe(0o700);
    const entries = await readdir(folder.mounted, { recursive: true, withFileTypes: true });
    for (const entry of entries.filter((found) => !found.parentPath.includes('steps'))) {
      const { name } = entry;
      const bits = (await mode(join(entry.parentPath, name))) & 0o444;
      expect({ name, bits }).toEqual({ name, bits: 0o444 });
    }
    expect(await readFile(join(folder.mounted, 'network/env.sh'), 'utf8')).toMatch(
      /^export http_proxy='http:\/\/it'\\''s:me@proxy'\nexport REFBENCH_SLOW=[1-4]\n$/,
    );
    expect(await readdir(join(folder.mounted, 'network/certificates'))).toHaveLength(2);
    expect(await readdir(join(folder.mounted, 'steps'))).toContain('warm.sh');
  } finally {
    process.umask(umask);
  }
  expect(await readdir(join(state.path, 'builds'))).toEqual([]);
});
