import type { EngineAddress } from '../api/engine-api.ts';
import type { Endpoint } from './endpoints.ts';
import { openSshTunnel, type SshTunnel } from './ssh-tunnel.ts';

/** An endpoint whose address is one of this host. */
export interface ReachableEndpoint extends Endpoint {
  readonly address: EngineAddress;
}

/**
 * Opens the tunnel of an endpoint that needs one. Only an endpoint that the user names can, and then it is
 * the only one.
 * @throws RefbenchError kind `engine`
 */
export async function reachEndpoints(all: readonly Endpoint[]): Promise<{
  readonly all: readonly ReachableEndpoint[];
  readonly tunnel: SshTunnel | undefined;
}> {
  let tunnel: SshTunnel | undefined;
  const reachable: ReachableEndpoint[] = [];
  for (const endpoint of all) {
    const { address } = endpoint;
    if (address.kind === 'ssh') {
      tunnel ??= await openSshTunnel(endpoint.host);
      reachable.push({ ...endpoint, address: { kind: 'unix', path: tunnel.socketPath } });
    } else reachable.push({ ...endpoint, address });
  }
  return { all: reachable, tunnel };
}
