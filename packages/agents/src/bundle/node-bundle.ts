import { ensureBundle } from './bundle.ts';
import type { BundleSpec } from './bundle-spec.ts';
import { hostArchitecture, type Architecture } from './host-platform.ts';

const NODE_VERSION = '22.23.3';

/**
 * Returns the host folder of a Node with `bin/node`, for the forwarder and for clients that are
 * scripts, because images may have no Node or an old one. It is mounted read-only at NODE_FOLDER.
 */
export async function ensureNode(stateDir: string, signal?: AbortSignal): Promise<string> {
  const arch = hostArchitecture();
  const folder = await ensureBundle(stateDir, nodeBundle(arch), signal);
  return `${folder}/node_modules/${packageName(arch)}`;
}

export function nodeBundle(arch: Architecture): BundleSpec {
  const name = packageName(arch);
  return {
    name: 'node',
    version: NODE_VERSION,
    arch,
    packages: { [name]: NODE_VERSION },
    programs: [`node_modules/${name}/bin/node`],
  };
}

function packageName(arch: Architecture): string {
  return `node-linux-${arch}`;
}
