import { expect, it } from 'vitest';
import {
  baseDigest,
  imageDefinition,
  pinnedArchives,
  readImageDefinitions,
  type ImageDefinitions,
} from './image-definitions.ts';

it('reads the images of this repository and pins every archive for both architectures', async () => {
  const definitions = await readImageDefinitions();
  expect(Object.keys(definitions.images)).toEqual(
    expect.arrayContaining(['debian', 'node-20', 'node-22']),
  );
  for (const [name, definition] of Object.entries(definitions.images)) {
    for (const architecture of ['x64', 'arm64'] as const) {
      expect(baseDigest(definitions, name, architecture)).toMatch(/^sha256:/);
      for (const archive of pinnedArchives(definition, architecture)) {
        expect(archive.package).not.toContain('{');
      }
    }
  }
});

it('gives a base image another digest for each part of its definition', async () => {
  const definitions = await readImageDefinitions();
  const node = imageDefinition(definitions, 'node-20');
  const [archive] = node.archives;
  if (archive === undefined) throw new Error('node-20 has an archive');
  const withNode = (change: Partial<typeof node>): ImageDefinitions => ({
    ...definitions,
    images: { ...definitions.images, 'node-20': { ...node, ...change } },
  });
  const others: ImageDefinitions[] = [
    definitions,
    { ...definitions, os: { ...definitions.os, suite: 'bookworm' } },
    withNode({ packages: ['python3'] }),
    withNode({ links: {} }),
    withNode({ files: {} }),
    withNode({ archives: [{ ...archive, version: '20.0.0' }] }),
    withNode({ archives: [{ ...archive, place: { 'bin/node': 'opt/node' } }] }),
  ];
  const digests = others.map((other) => baseDigest(other, 'node-20', 'x64'));
  digests.push(baseDigest(definitions, 'node-20', 'arm64'));
  expect(new Set(digests).size).toBe(digests.length);
});

it('lists the images there are where one is not', async () => {
  const definitions = await readImageDefinitions();
  expect(() => imageDefinition(definitions, 'node-8')).toThrow(/"node-8"/);
  const [archive] = imageDefinition(definitions, 'node-20').archives;
  if (archive === undefined) throw new Error('node-20 has an archive');
  const x64 = archive.integrity.x64;
  const only = {
    packages: [],
    links: {},
    files: {},
    archives: [{ ...archive, integrity: { x64 } }],
  };
  expect(() => pinnedArchives(only, 'arm64')).toThrow(/arm64/);
});
