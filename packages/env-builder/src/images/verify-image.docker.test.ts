import { connectEngine, type Engine } from '@refbench/sandbox';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { resolveBuildNetwork } from '../builds/build-network.ts';
import { temporaryFolder, type TemporaryFolder } from '@refbench/test-helpers';
import { ensureBaseImage, type BaseImage } from './base-image.ts';
import { listBaseImages } from './image-catalog.ts';
import { readImageDefinitions, type ImageDefinitions } from './image-definitions.ts';
import { verifyImage } from './verify-image.ts';

// The first build on a machine bootstraps the operating system.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 1_200_000 });

let folder: TemporaryFolder;
let engine: Engine;
let definitions: ImageDefinitions;
let image: BaseImage;

beforeAll(async () => {
  folder = await temporaryFolder();
  engine = await connectEngine({ stateDir: folder.path });
  definitions = await readImageDefinitions();
  const network = await resolveBuildNetwork();
  image = await ensureBaseImage(engine, 'debian', { stateDir: folder.path, definitions, network });
});

afterAll(async () => {
  await engine[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

it('contains everything that base images require, and lists its packages', async () => {
  const { checks, packages } = await verifyImage(engine, image, definitions);
  expect(checks.filter(({ ok }) => !ok)).toEqual([]);
  expect(checks.map(({ check }) => check)).toEqual(
    expect.arrayContaining(['user', 'no setuid', 'offline', 'certificates', 'git', 'reporters']),
  );
  expect(packages.find((line) => line.startsWith('python3 '))).toMatch(/^python3 3\.13/);
  const row = (await listBaseImages(engine, definitions)).find(({ name }) => name === 'debian');
  expect(row).toMatchObject({ digest: image.digest, built: { imageId: image.imageId } });
});

it('fails a program of another version, one that is missing, and one that does not work', async () => {
  const debian = definitions.images['debian'];
  if (debian === undefined) throw new Error('debian is defined');
  const provides = { python3: 'Python 2.7', gcc: '14.', git: 'git version 2' };
  const wrong = { ...definitions, images: { debian: { ...debian, provides } } };
  const { checks } = await verifyImage(engine, image, wrong);
  const result = Object.fromEntries(checks.map(({ check, ok }) => [check, ok]));
  expect(result).toMatchObject({
    python3: false,
    'python3 works': true,
    gcc: false,
    'gcc works': false,
    git: true,
  });
});
