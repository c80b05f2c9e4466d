import { ensureBundle } from './bundle.ts';
import { hostArchitecture } from './host-platform.ts';

const NODE_VERSION = '22.23.3';

/**
 * The host folder of a Node with `bin/node`, for the forwarder and for clients that are scripts: an
 * image need not have one, and need not have a new one. Mounted read-only at NODE_FOLDER.
 */
export async function ensureNode(stateDir: string, signal?: AbortSignal): Promise<string> {
  const arch = hostArchitecture();
  const name = `node-linux-${arch}`;
  const folder = await ensureBundle(
    stateDir,
    {
      name: 'node',
      version: NODE_VERSION,
      arch,
      packages: { [name]: NODE_VERSION },
      programs: [`node_modules/${name}/bin/node`],
    },
    signal,
  );
  return `${folder}/node_modules/${name}`;
}
