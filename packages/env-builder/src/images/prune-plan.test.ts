import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ImageInfo } from '@refbench/sandbox';
import { digestOfKind, KIND_LABELS, kindOf, type ImageKind } from './image-kind.ts';
import { planPrune } from './prune-plan.ts';

const STACK = ['os', 'common', 'base', 'system', 'dependencies', 'environment'] as const;

/** An image with every layer below it, as its labels tell. */
function image(top: ImageKind, digests: Partial<Record<ImageKind, string>>): ImageInfo {
  const labels = Object.fromEntries(
    STACK.slice(0, STACK.indexOf(top) + 1).flatMap((kind) =>
      digests[kind] === undefined ? [] : [[KIND_LABELS[kind], digests[kind]]],
    ),
  );
  const recipe = digests.environment ?? '';
  const id = `${top} ${Object.values(labels).join(' ')}`;
  return {
    id,
    tags: [],
    sizeBytes: 1,
    createdMs: 0,
    parentId: undefined,
    labels: top === 'environment' ? { ...labels, 'refbench.recipe': recipe } : labels,
  };
}

const ids = (images: readonly ImageInfo[]): readonly string[] => images.map(({ id }) => id);

it('keeps the images of instances with all layers below, and no other images of RefBench', () => {
  const one = { os: 'o', common: 'c', base: 'b', system: 's', environment: 'e' };
  const old = { ...one, base: 'old', system: 'olds', environment: 'olde' };
  const images = [
    {
      id: 'foreign',
      tags: ['debian:13'],
      sizeBytes: 1,
      createdMs: 0,
      parentId: undefined,
      labels: {},
    },
    ...STACK.filter((kind) => kind !== 'dependencies').map((kind) => image(kind, one)),
    ...(['base', 'system', 'environment'] as const).map((kind) => image(kind, old)),
  ];
  const needed = { bases: new Set(['b']), recipes: new Set(['e']) };
  expect(ids(planPrune(images, needed))).toEqual([
    'environment o c old olds olde',
    'system o c old olds',
    'base o c old',
  ]);
  const nobody = planPrune(images, { bases: new Set(), recipes: new Set(['e']) });
  expect(ids(nobody)).not.toContain('foreign');
  expect(nobody).toHaveLength(images.length - 1);
});

it('keeps dependency layers that other images use, and removes them after those images', () => {
  const digests = { os: 'o', common: 'c', base: 'b', system: 's' };
  const below = image('dependencies', { ...digests, dependencies: 'first' });
  const above = {
    ...image('dependencies', { ...digests, dependencies: 'second' }),
    parentId: below.id,
  };
  const environment = image('environment', {
    ...digests,
    dependencies: 'second',
    environment: 'e',
  });
  const bases = new Set(['b']);
  const images = [below, above, environment];
  expect(planPrune(images, { bases, recipes: new Set(['e']) })).toEqual([]);
  expect(planPrune(images, { bases, recipes: new Set() })).toEqual([environment, above, below]);
});

it('keeps what others built, and the own layers below it', () => {
  const below = { os: 'o', common: 'c', base: 'b' };
  const [base, theirs] = [image('base', below), image('system', { ...below, system: 's' })];
  const ours = image('system', { ...below, system: 'other' });
  const images = [base, theirs, ours];
  const none = { bases: new Set<string>(), recipes: new Set<string>() };
  expect(planPrune(images, none)).toEqual([theirs, ours, base]);
  const removable = new Set([base.id, ours.id]);
  expect(planPrune(images, { ...none, removable })).toEqual([ours]);
});

it('never removes a layer below a kept image, or before the images on top of it', () => {
  const digest = fc.constantFrom('1', '2');
  const digests = fc.record({ os: digest, common: digest, base: digest, system: digest });
  const anyImage = fc
    .tuple(fc.constantFrom(...STACK), digests, digest, digest)
    .map(([top, lower, dependencies, environment]) =>
      image(top, { ...lower, dependencies, environment }),
    );
  fc.assert(
    fc.property(
      fc.array(anyImage),
      fc.uniqueArray(digest),
      fc.uniqueArray(digest),
      (images, bases, recipes) => {
        const removed = planPrune(images, { bases: new Set(bases), recipes: new Set(recipes) });
        const kept = images.filter((one) => !removed.includes(one));
        const standsOn = (above: ImageInfo, below: ImageInfo): boolean => {
          const kind = kindOf(below);
          if (kind === undefined || kindOf(above) === kind) return false;
          return digestOfKind(above, kind) === digestOfKind(below, kind);
        };
        for (const [index, gone] of removed.entries()) {
          expect(kept.some((one) => standsOn(one, gone))).toBe(false);
          for (const earlier of removed.slice(0, index)) {
            expect(standsOn(gone, earlier)).toBe(false);
          }
        }
      },
    ),
  );
});
