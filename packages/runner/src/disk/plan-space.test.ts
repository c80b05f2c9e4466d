import fc from 'fast-check';
import { expect, it } from 'vitest';
import { planSpace, type SpacePlan, type SpaceState, type StoredImage } from './plan-space.ts';

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

it('removes no more than necessary', () => {
  expect(planSpace(state({ wantedBytes: 12 }))).toEqual({ kind: 'fits', evict: [] });
});

it('removes images that are never used again first, then those with the latest next use', () => {
  const plan = planSpace(state({ wantedBytes: 24, upcoming: ['b', 'a'] }));
  expect(plan).toEqual({ kind: 'fits', evict: ['c', 'a'] });
});

it('removes layers last, from the top', () => {
  const plan = planSpace(state({ wantedBytes: 60 }));
  expect(plan).toEqual({ kind: 'fits', evict: ['c', 'b', 'a', 'base', 'os'] });
});

it('waits for images in use, and reports the missing bytes if waiting cannot help', () => {
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

const total = (list: readonly StoredImage[]): number =>
  list.reduce((sum, { bytes }) => sum + bytes, 0);

function heldBy({ images, inUse }: SpaceState): ReadonlySet<string> {
  const byId = new Map(images.map((one) => [one.id, one]));
  const held = new Set<string>();
  for (const id of inUse) {
    for (let at = byId.get(id); at !== undefined; at = byId.get(at.below ?? '')) held.add(at.id);
  }
  return held;
}

/** Everything that is wrong about a plan. */
function faults(of: SpaceState, plan: SpacePlan): readonly string[] {
  const { images, budgetBytes, wantedBytes } = of;
  const room = budgetBytes - wantedBytes;
  if (plan.kind === 'too-small') return room < 0 ? [] : ['it would fit'];
  const held = heldBy(of);
  if (plan.kind === 'wait') {
    return total(images.filter(({ id }) => held.has(id))) > room ? [] : ['no waiting is needed'];
  }
  const gone = new Set(plan.evict);
  const kept = images.filter(({ id }) => !gone.has(id));
  const last = images.filter(({ id }) => id === plan.evict.at(-1));
  return [
    ...(total(kept) > room ? ['it does not fit'] : []),
    ...([...gone].some((id) => held.has(id)) ? ['something in use is removed'] : []),
    ...(kept.some(({ below }) => below !== undefined && gone.has(below)) ? ['one hangs'] : []),
    ...(last.length > 0 && total([...kept, ...last]) <= room ? ['more than needed goes'] : []),
  ];
}

it('fits, keeps images in use and their parents, and removes no more than necessary', () => {
  const names = fc.uniqueArray(fc.nat(11).map((index) => `i${index}`));
  fc.assert(
    fc.property(
      fc.record({
        images: forest,
        inUse: names.map((list) => new Set(list)),
        upcoming: names,
        budgetBytes: fc.nat(400),
        wantedBytes: fc.nat(400),
      }),
      (of) => {
        expect(faults(of, planSpace(of))).toEqual([]);
      },
    ),
  );
});
