import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Cell, Worker } from '../protocol/messages.ts';
import { LEASE_MS, LeaseTable, type HostFailure, type Lease } from './lease-table.ts';

const cells = (count: number): readonly Cell[] =>
  Array.from({ length: count }, (_, index) => ({
    instance: `i__i-${String(index % 4).padStart(8, '0')}`,
    agent: index % 2 === 0 ? 'even' : 'odd',
    repeat: 1 + Math.floor(index / 4),
  }));

const worker = (engine: string): Worker => ({ name: `w-${engine}`, engine, tool: 't' });

interface World {
  readonly table: LeaseTable;
  readonly expired: Lease[];
  readonly givenUp: { readonly cell: Cell; readonly failures: readonly HostFailure[] }[];
  readonly pass: (ms: number) => void;
}

function world(all: readonly Cell[]): World {
  let now = 0;
  const expired: Lease[] = [];
  const givenUp: World['givenUp'] = [];
  const table = new LeaseTable(
    all,
    {
      expired: (lease) => expired.push(lease),
      givenUp: (cell, failures) => givenUp.push({ cell, failures: [...failures] }),
    },
    { now: () => now },
  );
  return { table, expired, givenUp, pass: (ms) => void (now += ms) };
}

function granted(table: LeaseTable, engine: string): Lease {
  const claim = table.claim(worker(engine));
  if (claim.kind !== 'granted') throw new Error(`expected a lease, got ${claim.kind}`);
  return claim.lease;
}

test('a lease ends when it is not renewed, and only the next holder can settle the cell', () => {
  const { table, expired, pass } = world(cells(1));
  const first = granted(table, 'a');
  pass(LEASE_MS - 1);
  expect(table.renew(first.token)).toBe(first);
  pass(LEASE_MS - 1);
  expect(table.held(first.token)).toBe(first);
  pass(1);
  expect(table.held(first.token)).toBeUndefined();
  expect(expired).toEqual([first]);
  const second = granted(table, 'b');
  expect(second.number).toBeGreaterThan(first.number);
  table.settle(first.token);
  expect(table.isFinished()).toBe(false);
  table.settle(second.token);
  expect(table.isFinished()).toBe(true);
  expect(table.claim(worker('a'))).toEqual({ kind: 'finished' });
});

test('an engine stays with the instances that it has prepared', () => {
  const { table } = world(cells(8));
  const [a1, b1] = [granted(table, 'a'), granted(table, 'b')];
  expect(b1.cell.instance).not.toBe(a1.cell.instance);
  expect(granted(table, 'a').cell.instance).toBe(a1.cell.instance);
  expect(granted(table, 'b').cell.instance).toBe(b1.cell.instance);
});

test('an engine that fails three times in a row gets no more work, and a success resets it', () => {
  const { table } = world(cells(8));
  table.hostFailed(granted(table, 'a').token, 'no space');
  table.hostFailed(granted(table, 'a').token, 'no space');
  table.settle(granted(table, 'a').token);
  for (let count = 0; count < 3; count += 1)
    table.hostFailed(granted(table, 'a').token, 'no space');
  expect(table.claim(worker('a'))).toEqual({
    kind: 'refused',
    reason: '3 attempts in a row failed there, the last because no space',
  });
  expect(table.claim(worker('b')).kind).toBe('granted');
});

test('a cell that fails on every worker is given up with its failures', () => {
  const { table, givenUp } = world(cells(1));
  for (const engine of ['a', 'b', 'c', 'd', 'e', 'f']) {
    expect(givenUp).toEqual([]);
    table.hostFailed(granted(table, engine).token, `broken ${engine}`);
  }
  expect(givenUp[0]?.failures.map(({ reason }) => reason)).toEqual(
    ['a', 'b', 'c', 'd', 'e', 'f'].map((engine) => `broken ${engine}`),
  );
  expect(table.isFinished()).toBe(true);
});

test('a run is stuck when no engine can make any open attempt', () => {
  const { table } = world(cells(1));
  expect(table.isStuck(['a', 'b'])).toBe(false);
  const lease = granted(table, 'a');
  expect(table.isStuck(['a', 'b'])).toBe(false);
  table.refusedBy(lease.token, 'another plan');
  expect(table.claim(worker('a')).kind).toBe('wait');
  expect(table.isStuck(['a', 'b'])).toBe(false);
  table.refusedBy(granted(table, 'b').token, 'another plan');
  expect(table.isStuck(['a', 'b'])).toBe(true);
});

test('nothing is handed out while the run is paused', () => {
  const { table } = world(cells(1));
  table.paused = true;
  expect(table.claim(worker('a')).kind).toBe('wait');
  table.paused = false;
  expect(table.claim(worker('a')).kind).toBe('granted');
});

test('whatever happens, no cell has two leases, and none is settled twice or lost', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('claim' as const), engine: fc.constantFrom('a', 'b', 'c') }),
    fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 0, max: 90_000 }) }),
    fc.record({
      kind: fc.constantFrom(
        'settle' as const,
        'renew' as const,
        'giveBack' as const,
        'fail' as const,
      ),
      which: fc.nat(50),
    }),
  );
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 80 }),
      fc.integer({ min: 1, max: 9 }),
      (steps, count) => {
        const all = cells(count);
        const { table, givenUp, pass } = world(all);
        const leases: Lease[] = [];
        const settled = new Set<Cell>();
        let [doubled, wrong] = [false, false];
        for (const one of steps) {
          if (one.kind === 'claim') {
            const claim = table.claim(worker(one.engine));
            if (claim.kind === 'granted') leases.push(claim.lease);
          } else if (one.kind === 'pass') {
            pass(one.ms);
            table.expire();
          } else {
            const lease = leases[one.which % Math.max(1, leases.length)];
            if (lease === undefined) continue;
            const held = table.held(lease.token) !== undefined;
            if (one.kind === 'settle') {
              table.settle(lease.token);
              doubled ||= held && settled.has(lease.cell);
              if (held) settled.add(lease.cell);
            } else if (one.kind === 'renew')
              wrong ||= (table.renew(lease.token) !== undefined) !== held;
            else if (one.kind === 'giveBack') table.giveBack(lease.token);
            else table.hostFailed(lease.token, 'broken');
          }
          const current = table.current().map(({ cell }) => cell);
          expect(new Set(current).size).toBe(current.length);
          expect(current.some((cell) => settled.has(cell))).toBe(false);
        }
        expect({ doubled, wrong }).toEqual({ doubled: false, wrong: false });
        const ended = new Set([...settled, ...givenUp.map(({ cell }) => cell)]);
        expect(table.unsettled()).toHaveLength(all.length - ended.size);
      },
    ),
  );
});
