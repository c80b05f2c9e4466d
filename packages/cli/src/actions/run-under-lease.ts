import { CoordinatorClient, readLease, remoteGateway } from '@refbench/fleet';
import { runFolder } from '@refbench/workspace';
import { workspaceOf } from '../options/workspace-options.ts';
import { runSubmissions, type RunRequest } from './run-submissions.ts';

/** Makes the one attempt of a lease, with the gateway of the coordinator. Returns the exit code. */
export async function runUnderLease(order: RunRequest, path: string): Promise<number> {
  const { cell, spent_usd, ...address } = await readLease(path);
  endWithParent();
  const { run, options, models } = order;
  const workspace = workspaceOf(options);
  const gateway = remoteGateway({
    client: new CoordinatorClient(address),
    stateDir: workspace.stateDir,
    runFolder: runFolder(workspace, run),
    spentBeforeUsd: spent_usd,
  });
  return await runSubmissions({
    ...order,
    cell,
    ...(models === undefined ? {} : { models: { ...models, gateway } }),
  });
}

/** The worker holds the other end of standard input. When it is killed, the attempt stops. */
function endWithParent(): void {
  process.stdin.on('close', () => process.kill(process.pid, 'SIGTERM'));
  process.stdin.on('error', () => undefined);
  process.stdin.resume();
  process.stdin.unref();
}
