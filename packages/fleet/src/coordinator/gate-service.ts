import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { SOCKET_NAME, type AttemptGate, type Gateway } from '@refbench/models';
import type { z } from 'zod';
import type { GateState, openedGateSchema, openGateSchema } from '../protocol/messages.ts';
import { joinSockets } from '../protocol/join-sockets.ts';
import { cellFolder } from '../protocol/cell-folder.ts';
import type { Lease } from './lease-table.ts';

interface OpenGate {
  readonly lease: Lease;
  readonly gate: AttemptGate;
  exhausted: GateState['exhausted'];
  failed: string | null;
}

/**
 * Lends the gateway of this host to the attempts of other hosts. Keys, prices, budgets and the ledger stay
 * here. A gate ends with its lease, so no call of an older lease is paid.
 */
export class GateService {
  private readonly gates = new Map<string, OpenGate>();
  private readonly gateway: Gateway;
  private readonly runFolder: string;
  /** The most that one attempt may spend. */
  private readonly budgetUsd: number;

  constructor(gateway: Gateway, runFolder: string, budgetUsd: number) {
    this.gateway = gateway;
    this.runFolder = runFolder;
    this.budgetUsd = budgetUsd;
  }

  /** Returns undefined if the request is not about the cell of the lease. */
  async open(
    lease: Lease,
    request: z.infer<typeof openGateSchema>,
    isHeld: () => boolean,
  ): Promise<z.infer<typeof openedGateSchema> | undefined> {
    const { instance, agent } = lease.cell;
    const usage = join('/', request.usage).slice(1);
    const isOwn =
      usage.startsWith(`${cellFolder(lease.cell)}/`) &&
      usage.endsWith('/usage.jsonl') &&
      request.attempt.includes(`/${instance}/${agent}/`);
    if (!isOwn) return undefined;
    const usageFile = join(this.runFolder, usage);
    await mkdir(dirname(usageFile), { recursive: true });
    const gate = await this.gateway.openAttempt({
      attempt: request.attempt,
      models: request.models,
      budgetUsd: Math.min(request.budget_usd, this.budgetUsd),
      spentBeforeUsd: request.spent_before_usd,
      usageFile,
    });
    // The lease may have ended while the gate was opened.
    if (!isHeld()) {
      await gate[Symbol.asyncDispose]();
      return undefined;
    }
    const id = randomBytes(12).toString('hex');
    const open: OpenGate = { lease, gate, exhausted: null, failed: null };
    void gate.exhausted.then((spent) => {
      open.exhausted = { ...spent };
    });
    void gate.providerFailed.then(({ detail }) => {
      open.failed = detail;
    });
    this.gates.set(id, open);
    return { id, token: gate.token };
  }

  /** Returns undefined if the lease has no such gate. */
  state(lease: Lease, id: string): GateState | undefined {
    const open = this.ofLease(lease, id);
    if (open === undefined) return undefined;
    const { gate, exhausted, failed } = open;
    return {
      spent: gate.spent(),
      warnings: [...gate.warnings()],
      agent_started: gate.agentStarted(),
      exhausted,
      failed,
    };
  }

  /** Waits until the causes of all failures are known. */
  async conclude(lease: Lease, id: string): Promise<GateState | undefined> {
    await this.ofLease(lease, id)?.gate.concluded();
    return this.state(lease, id);
  }

  /** Joins a connection of an agent with the socket of its gate. */
  join(lease: Lease, id: string, client: Socket, head: Buffer): boolean {
    const open = this.ofLease(lease, id);
    if (open === undefined) return false;
    const socket = connect(join(open.gate.socketDir, SOCKET_NAME));
    socket.write(head);
    joinSockets(client, socket);
    return true;
  }

  async close(lease: Lease, id: string): Promise<void> {
    const open = this.ofLease(lease, id);
    this.gates.delete(id);
    await open?.gate[Symbol.asyncDispose]();
  }

  /** Ends every gate of a lease. */
  async closeAll({ token }: Lease): Promise<void> {
    const own = [...this.gates].filter(([, { lease }]) => lease.token === token);
    await Promise.all(own.map(([id, { lease }]) => this.close(lease, id)));
  }

  private ofLease({ token }: Lease, id: string): OpenGate | undefined {
    const open = this.gates.get(id);
    return open?.lease.token === token ? open : undefined;
  }
}
