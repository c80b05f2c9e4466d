import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Instance } from '@refbench/contracts';
import type { ImageInfo } from '@refbench/sandbox';
import { freeBytes } from './free-bytes.ts';
import { KnownSizes } from './known-sizes.ts';
import { orderByLayers } from './order-entries.ts';
import { formatSize, parseSize } from './parse-size.ts';
import { selectImages } from './stored-images.ts';

it.each([
  ['60G', 60 * 2 ** 30],
  ['1.5gib', 1.5 * 2 ** 30],
  ['800MB', 800 * 2 ** 20],
  ['2T', 2 ** 41],
])('reads %s', (text, bytes) => {
  expect(parseSize(text)).toBe(bytes);
});

it.each(['', '60', '0G', '-1G', 'G', '1 000G', '1e3G', '99999999999T'])('refuses "%s"', (text) => {
  expect(parseSize(text)).toBeUndefined();
});

it('formats sizes for people', () => {
  expect([2 ** 20, 40_000_001, 999_000_001, 1_500_000_000].map(formatSize)).toEqual([
    '1.0 MB',
    '41 MB',
    '1.0 GB',
    '1.5 GB',
  ]);
});

it('groups instances by base image, and then by repository', () => {
  const entry = (base_image: string, name: string, id: string): { instance: Instance } => ({
    instance: { id, repository: { name }, environment: { base_image } } as Instance,
  });
  const any = fc.record({
    base: fc.constantFrom('go-1.24', 'node-20', 'node-22'),
    name: fc.constantFrom('a/x', 'b/y'),
    id: fc.string({ minLength: 1, maxLength: 3 }),
  });
  fc.assert(
    fc.property(fc.array(any), (all) => {
      const entries = all.map(({ base, name, id }) => entry(base, name, id));
      const ordered = orderByLayers(entries);
      expect(ordered).toHaveLength(entries.length);
      expect(new Set(ordered)).toEqual(new Set(entries));
      const shares = ordered.map(
        ({ instance }) => `${instance.environment.base_image} ${instance.repository.name}`,
      );
      const runs = shares.filter((share, index) => share !== shares[index - 1]);
      expect(runs).toHaveLength(new Set(shares).size);
    }),
  );
});

function image(
  id: string,
  parentId: string | undefined,
  sizeBytes: number,
  tag: string,
): ImageInfo {
  return { id, parentId, sizeBytes, tags: [tag], createdMs: sizeBytes, labels: {} };
}

it('counts each layer below the images of the run once, and no other image', () => {
  const digest = '0123456789ab';
  const all = [
    image('os', undefined, 100, `refbench/os:trixie-${digest}`),
    image('base', 'os', 150, `refbench/base:go-1.24-${digest}`),
    image('other base', 'os', 170, `refbench/base:node-20-${digest}`),
    image('one', 'base', 160, `refbench/env:a__x-00000000-${digest}`),
    image('two', 'base', 155, `refbench/env:a__x-11111111-${digest}`),
    {
      ...image('packages', 'base', 157, `refbench/deps:a__x-${digest}`),
      labels: { 'refbench.repository': 'a/x' },
    },
    image('foreign', 'base', 190, `refbench/env:b__y-22222222-${digest}`),
  ];
  const needs = {
    instances: new Set(['a__x-00000000', 'a__x-11111111']),
    baseImages: new Set(['go-1.24']),
    repositories: new Set(['a/x']),
  };
  const { images, tops, bottom, names } = selectImages(all, needs);
  expect(Object.fromEntries(images.map(({ id, bytes }) => [id, bytes]))).toEqual({
    os: 100,
    base: 50,
    one: 10,
    two: 5,
    packages: 7,
  });
  expect(bottom).toEqual(new Set(['base', 'os']));
  expect(tops.get('a__x-00000000')).toEqual(['one']);
  expect(names.get('base')).toEqual([`refbench/base:go-1.24-${digest}`]);
});

it('keeps sizes across processes, and ignores unreadable entries', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'refbench-sizes-'));
  try {
    const sizes = await KnownSizes.open(folder);
    expect(sizes.of('a')).toBeUndefined();
    await sizes.record('a', 5);
    expect((await KnownSizes.open(folder)).of('a')).toBe(5);
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('returns the smallest free space of the existing paths', async () => {
  const here = await freeBytes([tmpdir()]);
  expect(here).toBeGreaterThan(0);
  expect(await freeBytes(['', '/nonexistent/place'])).toBe(Number.MAX_SAFE_INTEGER);
});
