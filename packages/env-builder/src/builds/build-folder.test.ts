import { execFileSync } from 'node:child_process';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BuildFolder, shellQuote } from './build-folder.ts';
import { temporaryFolder } from '@refbench/test-helpers';

it('quotes any text as one word of a shell', () => {
  const words = fc.array(fc.string({ unit: 'binary' }).filter((word) => !word.includes('\0')));
  fc.assert(
    fc.property(words, (list) => {
      const script = `printf '%s\\0' ${list.map(shellQuote).join(' ')}`;
      const printed = list.length === 0 ? '' : execFileSync('sh', ['-c', script]).toString('utf8');
      expect(printed).toBe(list.map((word) => `${word}\0`).join(''));
    }),
    { numRuns: 30 },
  );
});

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
