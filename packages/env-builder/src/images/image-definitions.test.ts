import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '@refbench/test-helpers';
import {
  imageDefinition,
  readImageDefinitions,
  type ImageDefinitions,
} from './image-definitions.ts';
import { baseDigest, pinnedArchives } from './image-identity.ts';

/** The registry has no archive of their last release for arm64. */
const ONLY_X64 = ['node-10', 'node-12'];

it('reads the images of this repository and pins every archive for both architectures', async () => {
  const definitions = await readImageDefinitions();
  expect(Object.keys(definitions.images)).toEqual(
    expect.arrayContaining([
      'all',
      'debian',
      'gcc-14',
      'go-1.24',
      'java-17',
      'node-20',
      'python-3.9',
    ]),
  );
  for (const [name, definition] of Object.entries(definitions.images)) {
    for (const architecture of ['x64', 'arm64'] as const) {
      if (architecture === 'arm64' && ONLY_X64.includes(name)) continue;
      expect(baseDigest(definitions, name, architecture)).toMatch(/^sha256:/);
      for (const archive of pinnedArchives(definition, architecture)) {
        expect(archive.package).not.toContain('{');
      }
    }
  }
});

it('refuses an architecture that an image has no archive for', async () => {
  const definitions = await readImageDefinitions();
  for (const name of ONLY_X64) {
    expect(() => baseDigest(definitions, name, 'arm64')).toThrow('does not pin an arm64 build');
  }
});

it('changes the digest of a base image with each part of its definition', async () => {
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
    { ...definitions, common: { ...definitions.common, packages: ['git'] } },
    withNode({ system: 'bookworm' }),
    withNode({ packages: ['python3'] }),
    withNode({ go: '1.24.0' }),
    withNode({ python_tools: 'python-tools.lock' }),
    withNode({ links: {} }),
    withNode({ files: {} }),
    withNode({ archives: [{ ...archive, version: '20.0.0' }] }),
    withNode({ archives: [{ ...archive, place: { 'bin/node': 'opt/node' } }] }),
  ];
  const digests = others.map((other) => baseDigest(other, 'node-20', 'x64'));
  digests.push(baseDigest(definitions, 'node-20', 'arm64'));
  expect(new Set(digests).size).toBe(digests.length);
});

it('lists the available images if one does not exist', async () => {
  const definitions = await readImageDefinitions();
  expect(() => imageDefinition(definitions, 'node-8')).toThrow(/"node-8"/);
  const [archive] = imageDefinition(definitions, 'node-20').archives;
  if (archive === undefined) throw new Error('node-20 has an archive');
  const x64 = archive.integrity.x64;
  const only = { archives: [{ ...archive, integrity: { x64 } }] };
  expect(() => pinnedArchives(only, 'arm64')).toThrow(/arm64/);
});

async function read(change: (text: string) => string): Promise<ImageDefinitions> {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'images.yaml');
  const text = `
schema: 2
systems: { trixie: { suite: trixie, registry_image: debian, packages: [git] } }
common: {}
images:
  one: { system: trixie, packages: [gcc, make], files: { etc/a: one, etc/b: one } }
  two: { system: trixie, packages: [gcc, cmake], files: { etc/a: two }, go: 1.24.0 }
  both: { system: trixie, include: [one, two], packages: [ninja-build] }
`;
  await writeFile(path, change(text));
  return await readImageDefinitions(path);
}

it('merges included definitions, where later ones override earlier ones', async () => {
  const { images } = await read((text) => text);
  expect(images['both']).toMatchObject({
    packages: ['gcc', 'make', 'cmake', 'ninja-build'],
    files: { 'etc/a': 'two', 'etc/b': 'one' },
    go: '1.24.0',
  });
});

it.each([
  ['an unknown system', 'system: trixie, packages: [gcc, make]', 'system: sid', /"one".*"sid"/],
  ['an unknown include', 'include: [one, two]', 'include: [one, three]', /"both".*"three"/],
  ['an include of includes', 'include: [one, two]', 'include: [both]', /"both".*"both"/],
  ['missing requirements', 'go: 1.24.0', 'python_tools: absent.lock', /absent\.lock/],
])('refuses %s', async (_, from, to, message) => {
  await expect(read((text) => text.replace(from, to))).rejects.toThrow(message);
});
