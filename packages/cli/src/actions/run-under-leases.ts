import {
  CoordinatorClient,
  readLeases,
  remoteGateway,
  type CellEnd,
  type LeaseLine,
} from '@refbench/fleet';
import type { RunCell } from '@refbench/runner';
import { runFolder } from '@refbench/workspace';
import { workspaceOf } from '../options/workspace-options.ts';
import { runSubmissions, type RunRequest } from './run-submissions.ts';

interface CurrentLease {
  readonly client: CoordinatorClient;
  readonly spentBeforeUsd: number;
}

/**
 * Makes the attempts that a worker writes to standard input, with the gateway of the coordinator. Prints a
 * line after each. Returns the exit code.
 */
export async function runUnderLeases(order: RunRequest): Promise<number> {
  const { run, options, models } = order;
  const workspace = workspaceOf(options);
  let lease: CurrentLease | undefined;
  const gateway = remoteGateway({
    lease() {
      if (lease === undefined) throw new Error('no attempt has a lease');
      return lease;
    },
    stateDir: workspace.stateDir,
    runFolder: runFolder(workspace, run),
  });
  return await runSubmissions({
    ...order,
    cells: {
      source: cellsOf(readLeases(process.stdin), ({ url, token, ca, spent_usd }) => {
        lease = { client: new CoordinatorClient({ url, token, ca }), spentBeforeUsd: spent_usd };
      }),
      ended: (incomplete) => sayEnd(incomplete ?? null),
    },
    ...(models === undefined ? {} : { models: { ...models, gateway } }),
  });
}

/**
 * The worker holds the other end of standard input. If it is killed while an attempt runs, the attempt
 * stops.
 */
async function* cellsOf(
  leases: AsyncIterable<LeaseLine>,
  begin: (lease: LeaseLine) => void,
): AsyncGenerator<RunCell, void, undefined> {
  const stop = (): void => void process.kill(process.pid, 'SIGTERM');
  for await (const lease of leases) {
    begin(lease);
    process.stdin.once('close', stop);
    yield lease.cell;
    process.stdin.off('close', stop);
  }
}

function sayEnd(incomplete: CellEnd['incomplete']): void {
  const end: CellEnd = {
    kind: 'cell-ended',
    incomplete:
      incomplete === null
        ? null
        : { kind: incomplete.kind, reason: incomplete.reason, hint: incomplete.hint },
  };
  process.stdout.write(`${JSON.stringify(end)}\n`);
}
