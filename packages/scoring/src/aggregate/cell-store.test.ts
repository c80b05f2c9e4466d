import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CellStore } from './cell-store.ts';
import type { Cell } from './cell.ts';

const cell = (pass: number): Cell => ({ kind: 'scored', figures: { pass } });

describe('CellStore', () => {
  it('returns undefined for an instance without a result', () => {
    const store = new CellStore();
    store.add(2, 1, cell(1));
    expect([0, 1, 2, 3].map((index) => store.get(index))).toEqual([
      undefined,
      undefined,
      [cell(1)],
      undefined,
    ]);
  });

  it('is repeated if an instance has more than one result', () => {
    const store = new CellStore();
    expect(store.repeated).toBe(false);
    store.add(0, 1, cell(1));
    store.add(1, 2, cell(1));
    expect(store.repeated).toBe(false);
    store.add(1, 1, cell(0));
    expect(store.repeated).toBe(true);
  });

  it('shares one array among identical single results', () => {
    const [store, other] = [new CellStore(), new CellStore()];
    const shared = cell(1);
    store.add(0, 1, shared);
    store.add(1, 1, shared);
    other.add(0, 1, shared);
    store.add(2, 1, cell(1));
    expect(store.get(1)).toBe(store.get(0));
    expect(other.get(0)).toBe(store.get(0));
    expect(store.get(2)).not.toBe(store.get(0));
  });

  it('does not change a shared array when a repeat arrives', () => {
    const store = new CellStore();
    const shared = cell(1);
    store.add(0, 1, shared);
    store.add(1, 1, shared);
    store.add(0, 2, cell(0));
    expect(store.get(0)).toEqual([cell(1), cell(0)]);
    expect(store.get(1)).toEqual([cell(1)]);
  });

  it.each([[[1, 2, 3]], [[1, 3, 2]], [[2, 1, 3]], [[2, 3, 1]], [[3, 1, 2]], [[3, 2, 1]]])(
    'orders repeats that arrive as %j',
    (order) => {
      const store = new CellStore();
      for (const repeat of order) store.add(0, repeat, cell(repeat));
      expect(store.get(0)).toEqual([cell(1), cell(2), cell(3)]);
    },
  );

  it('keeps results with the same number in order of arrival', () => {
    const store = new CellStore();
    store.add(0, 1, cell(0.1));
    store.add(0, 2, cell(0.2));
    store.add(0, 1, cell(0.3));
    store.add(0, 2, cell(0.4));
    expect(store.get(0)).toEqual([cell(0.1), cell(0.3), cell(0.2), cell(0.4)]);
  });

  it('holds the repeats of each instance in ascending order', () => {
    const arrivals = fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { minLength: 1 });
    fc.assert(
      fc.property(arrivals, (order) => {
        const store = new CellStore();
        for (const repeat of order) store.add(0, repeat, cell(repeat));
        expect(store.get(0)).toEqual(order.toSorted((left, right) => left - right).map(cell));
        expect(store.repeated).toBe(order.length > 1);
      }),
    );
  });
});
