import { randomBytes } from 'node:crypto';
import type { Cell, Worker } from '../protocol/messages.ts';

/** A worker must renew its lease at least this often, in milliseconds. */
export const LEASE_MS = 60_000;
/** An engine whose last attempts all failed for its own reasons gets no more work. */
const ENGINE_FAILURES = 3;
/** How often a cell is tried again after failures of engines or workers. */
const CELL_FAILURES = 6;

/** The right of one worker to make one attempt. */
export interface Lease {
  /** Grows with each lease of the run. */
  readonly number: number;
  readonly token: string;
  readonly cell: Cell;
  readonly worker: Worker;
}

interface HeldLease extends Lease {
  expiresAt: number;
}

/** A failure that another engine may not have. */
export interface HostFailure {
  readonly worker: string;
  readonly reason: string;
}

interface CellState {
  readonly cell: Cell;
  status: 'open' | 'leased' | 'settled';
  isGivenUp: boolean;
  readonly failures: HostFailure[];
  /** Engines that cannot make this attempt. */
  readonly refusedBy: Set<string>;
}

/** Told what happens without a request of the holder. */
export interface LeaseEvents {
  /** A lease was not renewed in time. */
  readonly expired: (lease: Lease) => void;
  /** A cell failed so often that it gets no result. */
  readonly givenUp: (cell: Cell, failures: readonly HostFailure[]) => void;
}

type Claim =
  | { readonly kind: 'granted'; readonly lease: Lease }
  | { readonly kind: 'wait' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'finished' };

/**
 * Who works on which cell. Each cell has at most one lease at a time, and only the holder of the current
 * one can settle it. Leases are counted upwards, so an older one is recognised. Times are milliseconds
 * of a clock that never goes back.
 */
export class LeaseTable {
  private readonly cells: readonly CellState[];
  private readonly leases = new Map<string, HeldLease>();
  private readonly failuresOf = new Map<string, HostFailure[]>();
  private readonly instancesOf = new Map<string, Set<string>>();
  private readonly events: LeaseEvents;
  private readonly leaseMs: number;
  private readonly now: () => number;
  private last = 0;
  /** No lease is given while this is true. */
  paused = false;
  /** The most leases at a time. */
  limit = Infinity;

  constructor(
    cells: readonly Cell[],
    events: LeaseEvents,
    {
      leaseMs = LEASE_MS,
      now = () => performance.now(),
    }: { readonly leaseMs?: number | undefined; readonly now?: () => number } = {},
  ) {
    this.cells = cells.map((cell) => ({
      cell,
      status: 'open',
      isGivenUp: false,
      failures: [],
      refusedBy: new Set(),
    }));
    this.events = events;
    this.leaseMs = leaseMs;
    this.now = now;
  }

  /** Gives the cell that suits a worker best: on an instance that its engine knows, else a new one. */
  claim(worker: Worker): Claim {
    this.expire();
    if (this.cells.every(({ status }) => status === 'settled')) return { kind: 'finished' };
    const aside = this.setAside(worker.engine);
    if (aside !== undefined) return { kind: 'refused', reason: aside };
    if (this.paused || this.leases.size >= this.limit) return { kind: 'wait' };
    const open = this.cells.filter(
      ({ status, refusedBy }) => status === 'open' && !refusedBy.has(worker.engine),
    );
    const best = open.reduce<CellState | undefined>(
      (chosen, state) =>
        chosen === undefined || this.isBetter(worker, state, chosen) ? state : chosen,
      undefined,
    );
    if (best === undefined) return { kind: 'wait' };
    return { kind: 'granted', lease: this.grant(best, worker) };
  }

  /** Returns the lease if it is still held, and extends it. */
  renew(token: string): Lease | undefined {
    this.expire();
    const lease = this.leases.get(token);
    if (lease !== undefined) lease.expiresAt = this.now() + this.leaseMs;
    return lease;
  }

  /** Returns the lease if it is still held. */
  held(token: string): Lease | undefined {
    this.expire();
    return this.leases.get(token);
  }

  /** Ends the lease of a cell that has its final result. */
  settle(token: string): void {
    const lease = this.take(token);
    if (lease === undefined) return;
    this.stateOf(lease.cell).status = 'settled';
    this.failuresOf.delete(lease.worker.engine);
  }

  /** Gives a cell back that can be tried again at once, also by the same worker. */
  giveBack(token: string): void {
    const lease = this.take(token);
    if (lease !== undefined) this.stateOf(lease.cell).status = 'open';
  }

  /** Gives a cell back after a failure of the engine or the worker. */
  hostFailed(token: string, reason: string): void {
    const lease = this.take(token);
    if (lease === undefined) return;
    const failure = { worker: lease.worker.name, reason };
    const { engine } = lease.worker;
    this.failuresOf.set(engine, [...(this.failuresOf.get(engine) ?? []), failure]);
    this.reopen(lease.cell, failure);
  }

  /** Gives a cell back that this engine cannot have again, because its files differ. */
  refusedBy(token: string, reason: string): void {
    const lease = this.take(token);
    if (lease === undefined) return;
    const state = this.stateOf(lease.cell);
    state.status = 'open';
    state.refusedBy.add(lease.worker.engine);
    state.failures.push({ worker: lease.worker.name, reason });
  }

  /** Forgets every failure: engines get work again, and cells that were given up are open again. */
  retry(): void {
    this.failuresOf.clear();
    for (const state of this.cells) {
      if (state.isGivenUp) state.status = 'open';
      state.isGivenUp = false;
      state.failures.length = 0;
      state.refusedBy.clear();
    }
  }

  /** Takes back what was not renewed in time. */
  expire(): void {
    const now = this.now();
    for (const lease of [...this.leases.values()].filter(({ expiresAt }) => expiresAt <= now)) {
      this.leases.delete(lease.token);
      this.events.expired(lease);
      this.reopen(lease.cell, {
        worker: lease.worker.name,
        reason: 'the worker did not renew its lease',
      });
    }
  }

  /** Why an engine gets no more work; undefined if it does. */
  setAside(engine: string): string | undefined {
    const failures = this.failuresOf.get(engine) ?? [];
    const last = failures.at(-1);
    return failures.length < ENGINE_FAILURES || last === undefined
      ? undefined
      : `${failures.length} attempts in a row failed there, the last because ${last.reason}`;
  }

  /** Leases that are held. */
  current(): readonly Lease[] {
    return [...this.leases.values()];
  }

  /** Number of cells that no worker has and that some worker may get. */
  openCount(): number {
    return this.cells.filter(({ status }) => status === 'open').length;
  }

  isFinished(): boolean {
    return this.cells.every(({ status }) => status === 'settled');
  }

  /** Whether none of these engines can make an attempt that is still open, and none is making one. */
  isStuck(engines: readonly string[]): boolean {
    if (this.leases.size > 0) return false;
    const healthy = engines.filter((engine) => this.setAside(engine) === undefined);
    const open = this.cells.filter(({ status }) => status === 'open');
    return open.every(({ refusedBy }) => healthy.every((engine) => refusedBy.has(engine)));
  }

  /** Cells without a result, with the failures that they had. */
  unsettled(): readonly { readonly cell: Cell; readonly failures: readonly HostFailure[] }[] {
    return this.cells.filter(({ status }) => status !== 'settled');
  }

  private grant(state: CellState, worker: Worker): Lease {
    this.last += 1;
    const lease: HeldLease = {
      number: this.last,
      token: `${this.last}-${randomBytes(24).toString('base64url')}`,
      cell: state.cell,
      worker,
      expiresAt: this.now() + this.leaseMs,
    };
    state.status = 'leased';
    this.leases.set(lease.token, lease);
    const known = this.instancesOf.get(worker.engine) ?? new Set();
    this.instancesOf.set(worker.engine, known.add(state.cell.instance));
    return lease;
  }

  /**
   * Prefers instances that the engine has prepared, then those that nobody has, then agents with fewer
   * running attempts.
   */
  private isBetter(worker: Worker, one: CellState, other: CellState): boolean {
    const rank = ({ cell }: CellState): readonly number[] => [
      this.instancesOf.get(worker.engine)?.has(cell.instance) === true ? 0 : 1,
      this.enginesOn(cell.instance),
      this.current().filter((lease) => lease.cell.agent === cell.agent).length,
    ];
    const [left, right] = [rank(one), rank(other)];
    const first = left.findIndex((value, index) => value !== right[index]);
    return first >= 0 && (left[first] ?? 0) < (right[first] ?? 0);
  }

  private enginesOn(instance: string): number {
    return [...this.instancesOf.values()].filter((instances) => instances.has(instance)).length;
  }

  private take(token: string): Lease | undefined {
    this.expire();
    const lease = this.leases.get(token);
    this.leases.delete(token);
    return lease;
  }

  private reopen(cell: Cell, failure: HostFailure): void {
    const state = this.stateOf(cell);
    state.failures.push(failure);
    state.status = state.failures.length >= CELL_FAILURES ? 'settled' : 'open';
    state.isGivenUp = state.status === 'settled';
    if (state.isGivenUp) this.events.givenUp(cell, state.failures);
  }

  private stateOf(cell: Cell): CellState {
    const state = this.cells.find((one) => one.cell === cell);
    if (state === undefined) throw new Error(`no cell ${cell.instance}/${cell.agent}`);
    return state;
  }
}
