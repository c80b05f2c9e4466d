import fc from 'fast-check';
import { expect, it } from 'vitest';
import { planSpace, type SpaceState, type StoredImage } from './plan-space.ts';

const os = { id: 'os', below: undefined, bytes: 10 };
const base = { id: 'base', below: 'os', bytes: 20 };
const image = (id: string, bytes: number, below = 'base'): StoredImage => ({ id, below, bytes });

function state(change: Partial<SpaceState>): SpaceState {
  return {
    images: [os, base, image('a', 5), image('b', 6), image('c', 7)],
    inUse: new Set(),
    upcoming: [],
    budgetBytes: 60,
    wantedBytes: 0,
    ...change,
  };
}

it('removes nothing that need not be', () => {
  expect(planSpace(state({ wantedBytes: 12 }))).toEqual({ kind: 'fits', evict: [] });
});

it('removes what is never used again before what is, and that by its distance', () => {
  const plan = planSpace(state({ wantedBytes: 24, upcoming: ['b', 'a'] }));
  expect(plan).toEqual({ kind: 'fits', evict: ['c', 'a'] });
});

it('removes layers last, and from the top', () => {
  const plan = planSpace(state({ wantedBytes: 60 }));
  expect(plan).toEqual({ kind: 'fits', evict: ['c', 'b', 'a', 'base', 'os'] });
});

it('waits for what is in use, and says how much lacks where no waiting helps', () => {
  expect(planSpace(state({ wantedBytes: 30, inUse: new Set(['a']) }))).toEqual({ kind: 'wait' });
  expect(planSpace(state({ wantedBytes: 61 }))).toEqual({ kind: 'too-small', lackingBytes: 1 });
});

/** A forest: each image stands on an earlier one, or on nothing. */
const forest = fc
  .array(fc.record({ below: fc.option(fc.nat(30)), bytes: fc.nat(100) }), { maxLength: 12 })
  .map((shapes) =>
    shapes.map(({ below, bytes }, index): StoredImage => {
      const parent = below === null || index === 0 ? undefined : `i${below % index}`;
      return { id: `i${index}`, below: parent, bytes };
    }),
  );

it('fits, keeps what is in use, never takes a layer from under an image, and takes no more than needed', () => {
  const names = fc.uniqueArray(fc.nat(11).map((index) => `i${index}`));
  fc.assert(
    fc.property(
      forest,
      names,
      names,
      fc.nat(400),
      fc.nat(400),
      (images, used, upcoming, budgetBytes, wantedBytes) => {
        const inUse = new Set(used);
        const plan = planSpace({ images, inUse, upcoming, budgetBytes, wantedBytes });
        if (plan.kind === 'too-small') {
          expect(wantedBytes).toBeGreaterThan(budgetBytes);
          return;
        }
        const byId = new Map(images.map((one) => [one.id, one]));
        const held = new Set<string>();
        for (const id of inUse) {
          for (let at = byId.get(id); at !== undefined; at = byId.get(at.below ?? ''))
            held.add(at.id);
        }
        const total = (list: readonly StoredImage[]): number =>
          list.reduce((sum, { bytes }) => sum + bytes, 0);
        if (plan.kind === 'wait') {
          expect(total(images.filter(({ id }) => held.has(id))) + wantedBytes).toBeGreaterThan(
            budgetBytes,
          );
          return;
        }
        const gone = new Set(plan.evict);
        const kept = images.filter(({ id }) => !gone.has(id));
        expect(total(kept) + wantedBytes).toBeLessThanOrEqual(budgetBytes);
        expect([...gone].some((id) => held.has(id))).toBe(false);
        expect(kept.some(({ below }) => below !== undefined && gone.has(below))).toBe(false);
        const last = plan.evict.at(-1);
        if (last !== undefined) {
          expect(total(kept) + (byId.get(last)?.bytes ?? 0) + wantedBytes).toBeGreaterThan(
            budgetBytes,
          );
        }
      },
    ),
  );
});
