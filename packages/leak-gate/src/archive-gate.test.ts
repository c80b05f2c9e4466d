import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { openRepository } from '@refbench/repos';
import { temporaryFolder, writeInstance, writeRepository } from '@refbench/test-helpers';
import { expect, it } from 'vitest';
import { openArchiveGate, type ArchiveGate } from './archive-gate.ts';

const SOLUTION = Array.from(
  { length: 6 },
  (_, line) => `export const renamedHandler${line} = createRenamedHandler(options, ${line});`,
).join('\n');

interface OpenGate extends AsyncDisposable {
  readonly gate: ArchiveGate;
  /** Searches these bytes as an archive of that name. */
  search(place: string, bytes: Buffer): Promise<string | undefined>;
}

async function openGate(maxUnpackedBytes = 10_000_000): Promise<OpenGate> {
  const folder = await temporaryFolder();
  const manifest = JSON.stringify({ name: 'own', version: '1.0.0' });
  const commits = await writeRepository(folder.path, {
    base: { 'package.json': manifest, 'src/a.js': 'export const handler = 1;\n' },
    golden: { 'package.json': manifest, 'src/a.js': SOLUTION },
  });
  const instance = await writeInstance(folder.path, { ...commits, manifests: ['package.json'] });
  const repository = await openRepository({
    repository: instance.repository,
    instanceDir: folder.path,
    ...commits,
    cacheDir: join(folder.path, 'repositories'),
  });
  const stateDir = join(folder.path, 'state');
  const gate = await openArchiveGate({ instance, repository, stateDir, maxUnpackedBytes });
  return {
    gate,
    async search(place, bytes) {
      const file = join(folder.path, 'archive');
      await writeFile(file, bytes);
      return await gate.search({ file, place, size: (await stat(file)).size });
    },
    async [Symbol.asyncDispose]() {
      await gate[Symbol.asyncDispose]();
      await repository[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

it('finds the solution in compressed text, and nothing in other text', async () => {
  await using opened = await openGate();
  expect(await opened.search('a-1.0.0.tgz', gzipSync('some other text'))).toBeUndefined();
  expect(await opened.search('a-1.0.0.tgz', gzipSync(SOLUTION))).toMatch(/^golden-/);
});

it('stops at an archive that unpacks to more than the limit', async () => {
  await using opened = await openGate(1_000_000);
  const bomb = gzipSync(gzipSync(Buffer.alloc(50_000_000)));
  expect(bomb.length).toBeLessThan(5_000);
  expect(await opened.search('bomb-1.0.0.tgz', bomb)).toBe('it unpacks to more than 1000000 bytes');
});

it('judges releases of the project itself by version, and other packages not at all', async () => {
  await using opened = await openGate();
  const judge = (name: string, version: string): string =>
    opened.gate.judge({ ecosystem: 'npm', name, version, homes: [] }).kind;
  expect(judge('own', '0.9.0')).toBe('earlier');
  expect(judge('own', '1.0.1')).toBe('later');
  expect(judge('other', '9.0.0')).toBe('other');
});
