import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { TOOL_VERSION, type Score } from '@refbench/contracts';
import { startGateway, type Gateway } from '@refbench/models';
import {
  conductRun,
  requireCallableModels,
  spentBefore,
  unusablePatch,
  type Absent,
  type ConductOptions,
  type Incomplete,
  type OpenRun,
  type RunControl,
  type RunResult,
} from '@refbench/runner';
import {
  attemptNumbers,
  notify,
  type ProgressEvent,
  type ProgressListener,
} from '@refbench/workspace';
import type { Announcer } from '../protocol/announcer.ts';
import type { Cell, ClaimAnswer, Release, Worker } from '../protocol/messages.ts';
import {
  serveCoordinator,
  type CoordinatorActions,
  type ListenOptions,
} from './coordinator-server.ts';
import { cellFolder } from '../protocol/cell-folder.ts';
import { finalScore, findCells } from './find-cells.ts';
import { AttemptLimit } from './attempt-limit.ts';
import { GateService } from './gate-service.ts';
import { importResult } from './import-result.ts';
import { LEASE_MS, LeaseTable, type HostFailure, type Lease } from './lease-table.ts';

export interface CoordinateOptions extends ConductOptions {
  /** Arguments of `refbench run` that workers use. */
  readonly command: readonly string[];
  readonly listen: ListenOptions;
  /** Opens the way to the workers, once the address of this run is known. */
  readonly announce: (server: {
    readonly port: number;
    readonly secret: string;
  }) => Promise<Announcer>;
  /** How long a worker keeps an attempt without a sign of life, in milliseconds. */
  readonly leaseMs?: number | undefined;
  /** Whether every worker is known, so that a run which none of them can finish ends. */
  readonly closed?: boolean;
}

/** How often the coordinator looks for leases that ran out and for missing tickets. */
const CHECK_MS = 1000;
const WAIT_MS = 2000;
/** A clock that differs more would date the files of attempts wrongly. */
const MAX_SKEW_MS = 120_000;

/** Events that a worker reports while an attempt goes on. Its result brings the others. */
const SHOWN_EVENTS: ReadonlySet<ProgressEvent['kind']> = new Set([
  'phase',
  'instance-phase',
  'preparing',
  'spent',
  'output',
]);

/**
 * Conducts a run whose attempts are made by workers. The folder of the run alone says what is finished:
 * nothing is read back from a queue, and a worker is only believed while it holds the lease of its cell.
 */
export async function coordinateRun(options: CoordinateOptions): Promise<RunResult> {
  return await conductRun(options, async (run, control) => {
    const gateway = await openGateway(options, run);
    const controlled = { ...options, ...control, control };
    return {
      execute: async (listener) => new Coordinator(controlled, run, gateway, listener).execute(),
      async [Symbol.asyncDispose]() {
        await gateway?.[Symbol.asyncDispose]();
      },
    };
  });
}

async function openGateway(
  { submissions, models, judge, workspace }: CoordinateOptions,
  run: OpenRun,
): Promise<Gateway | undefined> {
  if (models === undefined) return undefined;
  requireCallableModels({ submissions, models, judge });
  return await startGateway({
    stateDir: workspace.stateDir,
    ledgerFile: join(run.folder, 'ledger.jsonl'),
    prices: models.prices,
    upstreams: models.upstreams,
    runBudgetUsd: models.runBudgetUsd,
  });
}

type ControlledOptions = CoordinateOptions & { readonly control: RunControl };

class Coordinator {
  private readonly secret = randomBytes(24).toString('base64url');
  private readonly scores: Score[] = [];
  private readonly incomplete: Incomplete[] = [];
  private readonly unusable: Absent[] = [];
  private readonly engines = new Set<string>();
  /** The number of the last try when a lease was given. */
  private readonly after = new Map<string, number>();
  /** Why engines get no more attempts. */
  private readonly setAside = new Map<string, string>();
  private readonly attempts = new AttemptLimit();
  private readonly gates: GateService | undefined;
  private readonly inbox: string;
  private readonly options: ControlledOptions;
  private readonly run: OpenRun;
  private readonly gateway: Gateway | undefined;
  private readonly listener: ProgressListener;
  private leases = new LeaseTable([], { expired: () => undefined, givenUp: () => undefined });

  constructor(
    options: ControlledOptions,
    run: OpenRun,
    gateway: Gateway | undefined,
    listener: ProgressListener,
  ) {
    this.options = options;
    this.run = run;
    this.gateway = gateway;
    this.listener = listener;
    this.inbox = join(run.folder, '.inbox');
    this.gates =
      gateway === undefined
        ? undefined
        : new GateService(gateway, run.folder, options.models?.budgetUsd ?? 0);
  }

  async execute(): Promise<Pick<RunResult, 'scores' | 'incomplete' | 'unusable' | 'setAside'>> {
    await rm(this.inbox, { recursive: true, force: true });
    await mkdir(this.inbox);
    try {
      const found = await findCells(this.run.folder, this.options);
      for (const score of found.scores) this.take(score, true);
      const { leaseMs } = this.options;
      this.leases = new LeaseTable(
        found.open,
        {
          expired: (lease) => this.expired(lease),
          givenUp: (cell, failures) => this.giveUp(cell, failures),
        },
        { leaseMs },
      );
      if (!this.leases.isFinished()) await this.serve();
    } finally {
      await rm(this.inbox, { recursive: true, force: true });
    }
    const setAside = [...this.setAside].map(([engine, reason]) => ({ engine, reason }));
    return { scores: this.scores, incomplete: this.incomplete, unusable: this.unusable, setAside };
  }

  private async serve(): Promise<void> {
    await using server = await serveCoordinator(this.actions(), this.options.listen);
    const announcer = await this.options.announce({ port: server.port, secret: this.secret });
    try {
      await this.watch(announcer);
    } finally {
      await announcer.withdraw();
      for (const lease of this.leases.current()) await this.gates?.closeAll(lease);
    }
  }

  /** Returns when everything has a result, or nothing can get one. */
  private async watch(announcer: Announcer): Promise<void> {
    const { drain, stop, closed } = this.options;
    for (;;) {
      this.leases.expire();
      this.leases.paused = this.options.control.isPaused();
      this.adaptToProviders();
      if (this.options.control.takeRetry()) this.retryFailed();
      if (this.leases.isFinished()) return;
      if (drain.aborted || stop.aborted) {
        // Workers learn it with their next renewal, and give their cells back.
        if (this.leases.current().length === 0) return;
        await announcer.withdraw();
      } else {
        if (closed === true && this.leases.isStuck([...this.engines]) && this.engines.size > 0) {
          for (const { cell, failures } of this.leases.unsettled()) this.giveUp(cell, failures);
          return;
        }
        await announcer.offer(this.leases.openCount());
      }
      await sleep(CHECK_MS);
    }
  }

  /** Fewer attempts run while providers say that they get too many requests. */
  private adaptToProviders(): void {
    if (this.gateway === undefined) return;
    const before = this.leases.limit;
    this.leases.limit = this.attempts.next(
      this.gateway.rateLimited(),
      this.leases.current().length,
      performance.now(),
    );
    if (this.leases.limit < before) {
      this.options.say?.(
        `a provider gets too many requests: at most ${this.leases.limit} attempts run until it accepts more`,
      );
    }
  }

  /** Gives everything another try that failed on hosts, on all of them. */
  private retryFailed(): void {
    this.leases.retry();
    this.setAside.clear();
    const kept = this.incomplete.filter(({ kind }) => kind !== 'infra-incomplete');
    this.incomplete.splice(0, this.incomplete.length, ...kept);
  }

  private actions(): CoordinatorActions {
    return {
      secret: this.secret,
      claim: (worker, skewMs) => this.claim(worker, skewMs),
      held: (token) => this.leases.held(token),
      renew: (token, events) => {
        const lease = this.leases.renew(token);
        if (lease === undefined) return undefined;
        for (const event of events) this.pass(lease, event);
        return { stop: this.options.stop.aborted };
      },
      release: (lease, release) => this.release(lease, release),
      archiveFor: ({ number }) =>
        join(this.inbox, `${number}-${randomBytes(4).toString('hex')}.tar`),
      deliver: (lease, archive) => this.deliver(lease, archive),
      openGate: async (lease, request) =>
        this.gates?.open(lease, request, () => this.leases.held(lease.token) !== undefined),
      gateState: (lease, id) => this.gates?.state(lease, id),
      concludeGate: async (lease, id) => this.gates?.conclude(lease, id),
      closeGate: async (lease, id) => this.gates?.close(lease, id),
      joinGate: (lease, id, client, head) => this.gates?.join(lease, id, client, head) ?? false,
    };
  }

  private async claim(worker: Worker, skewMs: number): Promise<ClaimAnswer> {
    if (worker.tool !== TOOL_VERSION) {
      return {
        kind: 'refused',
        reason: `the run was started by ${TOOL_VERSION}, and this worker is ${worker.tool}`,
      };
    }
    if (Math.abs(skewMs) > MAX_SKEW_MS) {
      const reason = `its clock is wrong by ${Math.round(Math.abs(skewMs) / 1000)} s`;
      this.tellAside(worker.engine, reason);
      return { kind: 'refused', reason };
    }
    this.engines.add(worker.engine);
    if (this.options.drain.aborted) return { kind: 'wait', ms: WAIT_MS };
    const claim = this.leases.claim(worker);
    if (claim.kind === 'refused') this.tellAside(worker.engine, claim.reason);
    if (claim.kind === 'wait') return { kind: 'wait', ms: WAIT_MS };
    if (claim.kind !== 'granted') return claim;
    const { cell, token } = claim.lease;
    const { plan } = this.run;
    const after = (await attemptNumbers(join(this.run.folder, cellFolder(cell)))).at(-1) ?? 0;
    this.after.set(token, after);
    const spent = spentBefore(
      this.gateway,
      `${plan.run}/${cell.instance}/${cell.agent}`,
      cell.repeat,
    );
    return {
      kind: 'granted',
      token,
      cell,
      after,
      spent_usd: spent,
      command: [...this.options.command],
      plan,
      renew_ms: Math.ceil((this.options.leaseMs ?? LEASE_MS) / 4),
    };
  }

  /** Shows an event of a worker as if it had happened here. */
  private pass({ cell }: Lease, event: unknown): void {
    const { kind, instance } = (event ?? {}) as Partial<ProgressEvent & { instance: string }>;
    const isShown = kind !== undefined && SHOWN_EVENTS.has(kind);
    if (isShown && instance === cell.instance) notify(this.listener, event as ProgressEvent);
  }

  private async release(lease: Lease, { kind, error, reason, hint }: Release): Promise<void> {
    await this.gates?.closeAll(lease);
    const { cell, token, worker } = lease;
    switch (kind) {
      case 'stopped':
        this.leases.giveBack(token);
        return;
      case 'infra':
        this.leases.hostFailed(token, reason);
        this.tellAside(worker.engine, this.leases.setAside(worker.engine));
        return;
      case 'refused':
        this.leases.refusedBy(token, reason);
        this.say(cell, `${worker.name} cannot make this attempt: ${reason}`);
        return;
      case 'failed':
        this.leases.settle(token);
        this.fail(cell, { kind: error as Incomplete['kind'], reason, hint });
    }
  }

  private async deliver(
    lease: Lease,
    archive: string,
  ): Promise<{ readonly kind: 'taken' | 'refused'; readonly reason: string }> {
    const { cell, token } = lease;
    const folder = join(this.run.folder, cellFolder(cell));
    await this.gates?.closeAll(lease);
    const imported = await importResult(archive, folder, this.after.get(token) ?? 0);
    await rm(archive, { force: true });
    if (imported.kind === 'rejected') {
      this.leases.hostFailed(token, `its result was rejected: ${imported.reason}`);
      return { kind: 'refused', reason: imported.reason };
    }
    for (const event of imported.events) {
      const isOwn =
        'agent' in event && event.agent === cell.agent && event.instance === cell.instance;
      if (isOwn) await this.run.journal.append(event);
    }
    const score = await finalScore(folder);
    if (score === undefined) {
      this.leases.hostFailed(token, 'the infrastructure failed during the attempt');
      this.tellAside(lease.worker.engine, this.leases.setAside(lease.worker.engine));
    } else {
      this.leases.settle(token);
      this.take(score, false);
    }
    return { kind: 'taken', reason: '' };
  }

  private take(score: Score, reused: boolean): void {
    this.scores.push(score);
    notify(this.listener, { kind: 'scored', score, reused });
    const submission = this.options.submissions.find(({ name }) => name === score.agent);
    const unusable = submission?.givenPatch === undefined ? undefined : unusablePatch(score);
    if (unusable !== undefined) this.unusable.push(unusable);
  }

  private expired(lease: Lease): void {
    void this.gates?.closeAll(lease);
    this.say(lease.cell, `${lease.worker.name} does not answer; its attempt is given to another`);
  }

  private giveUp(cell: Cell, failures: readonly HostFailure[]): void {
    const last = failures.at(-1);
    this.fail(cell, {
      kind: 'infra-incomplete',
      reason:
        last === undefined
          ? 'no worker could make it'
          : `${failures.length} tries on workers failed; the last one, on ${last.worker}: ${last.reason}`,
      hint: 'see the logs of the workers, and run the same command again',
    });
  }

  private fail(
    cell: Cell,
    { kind, reason, hint }: Pick<Incomplete, 'kind' | 'reason' | 'hint'>,
  ): void {
    const { instance, agent } = cell;
    this.incomplete.push({ instance, agent, kind, reason, hint });
    notify(this.listener, { kind: 'failed', instance, agent, reason, hint });
  }

  private tellAside(engine: string, reason: string | undefined): void {
    if (reason === undefined || this.setAside.has(engine)) return;
    this.setAside.set(engine, reason);
    this.options.say?.(`${engine} gets no more attempts of this run: ${reason}`);
  }

  private say({ instance }: Cell, message: string): void {
    notify(this.listener, { kind: 'preparing', instance, message });
  }
}
