import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '@refbench/test-helpers';
import { sweepLayerCache } from './sweep-layer-cache.ts';

const [HERE, GONE, TORN] = ['1', '2', '3'].map((digit) => digit.repeat(12));

it('removes only cache entries of layers that no longer exist', async () => {
  await using state = await temporaryFolder();
  const folder = join(state.path, 'dependency-layers');
  await mkdir(folder);
  for (const digest of [HERE, GONE, TORN]) {
    const index = { schema: 2, image: `image ${digest}`, entries: {} };
    const text = digest === TORN ? '{' : JSON.stringify(index);
    await writeFile(join(folder, `${digest}.json`), text);
    await writeFile(join(folder, `${digest}.rest.json`), '{}');
    await writeFile(join(folder, `${digest}.0.tar`), '');
  }
  await writeFile(join(folder, 'of-somebody-else'), '');
  const image = { id: `image ${HERE}`, tags: [], sizeBytes: 1, createdMs: 0, labels: {} };
  const engine = { listImages: () => Promise.resolve([{ ...image, parentId: undefined }]) };
  const stale = [GONE, TORN].flatMap((digest) =>
    ['.0.tar', '.json', '.rest.json'].map((end) => `${digest}${end}`),
  );
  expect(await sweepLayerCache(engine, state.path, true)).toEqual(stale);
  expect(await readdir(folder)).toHaveLength(10);
  expect(await sweepLayerCache(engine, state.path, false)).toEqual(stale);
  expect((await readdir(folder)).sort()).toEqual([
    ...['.0.tar', '.json', '.rest.json'].map((end) => `${HERE}${end}`),
    'of-somebody-else',
  ]);
  expect(await sweepLayerCache(engine, join(state.path, 'none'), false)).toEqual([]);
});
