import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { instanceSchema } from '@refbench/contracts';
import { readYamlFile } from '@refbench/base';
import { listBaseImages, readImageDefinitions, recipeDigest } from '@refbench/env-builder';
import type { CatalogEntry } from '@refbench/instances';
import type { Engine, ImageInfo } from '@refbench/sandbox';
import { temporaryFolder, writeSmallInstance } from '@refbench/test-helpers';
import type { Workspace } from '@refbench/workspace';
import { expect, onTestFinished, test } from 'vitest';
import { pruneEnvironments, type PrunedThing } from './prune-images.ts';

/** An image whose labels name the layers below it, too. */
function image(id: string, layers: Readonly<Record<string, string>>): ImageInfo {
  const labels = Object.fromEntries(
    Object.entries(layers).map(([name, value]) => [`refbench.${name}`, value]),
  );
  return {
    id,
    tags: [`refbench/${id}:1`],
    sizeBytes: 1,
    createdMs: 0,
    parentId: undefined,
    labels,
  };
}

test('the environments of other recipes go, those of entries and base images stay', async () => {
  const folder = await temporaryFolder();
  onTestFinished(() => folder[Symbol.asyncDispose]());
  const { id, instancesDir, rulesDir } = await writeSmallInstance(folder.path);
  const dir = join(instancesDir, id);
  const instance = await readYamlFile(join(dir, 'instance.yaml'), instanceSchema);
  const entry: CatalogEntry = { instance, dir, rulesDir: join(rulesDir, id) };
  // A candidate that was stopped before its recipe was written has no image to keep.
  const begun = join(folder.path, 'begun');
  await mkdir(begun);
  await writeFile(join(begun, 'instance.yaml'), '');

  const engine = { inspectImage: async () => undefined } as unknown as Engine;
  const definitions = await readImageDefinitions();
  const [base] = await listBaseImages(engine, definitions);
  const below = { os: 'o', common: 'c', digest: base?.digest ?? '' };
  const needed = { environment: 'e', recipe: await recipeDigest(dir), dependencies: 'd' };
  const dropped = { environment: 'f', recipe: 'another', dependencies: 'of-the-other' };
  const foreign = image('foreign', { ...below, ...dropped, environment: 'g' });
  const images = [
    image('os', { os: 'o' }),
    image('base', below),
    image('kept-dependencies', { ...below, dependencies: 'd' }),
    image('kept', { ...below, ...needed }),
    image('dropped-dependencies', { ...below, dependencies: 'of-the-other' }),
    image('dropped', { ...below, ...dropped }),
  ];
  const removed: string[] = [];
  const prune = async (present: readonly ImageInfo[]): Promise<readonly PrunedThing[]> => {
    removed.length = 0;
    const shown: PrunedThing[] = [];
    await pruneEnvironments(
      {
        workspace: { stateDir: join(folder.path, 'state') } as Workspace,
        engine: {
          ...engine,
          listImages: async () => present,
          builtImages: async () => new Set(images.map((one) => one.id)),
          removeImage: async (reference: string) => void removed.push(reference),
        },
        definitions,
        entries: [entry, { ...entry, dir: begun }],
      },
      (thing) => void shown.push(thing),
    );
    return shown;
  };
  const shown = await prune(images);
  expect(removed).toEqual(['refbench/dropped:1', 'refbench/dropped-dependencies:1']);
  expect(shown.map(({ kind, state }) => [kind, state])).toEqual([
    ['image', 'removed'],
    ['image', 'removed'],
  ]);
  // What another state folder built stays, with its layers.
  await prune([...images, foreign]);
  expect(removed).toEqual(['refbench/dropped:1']);
});
