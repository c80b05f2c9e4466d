import type { BundleSpec } from '../bundle/bundle-spec.ts';
import type { Architecture } from '../bundle/host-platform.ts';
import type { Client } from './client.ts';

export function clientBundle(client: Client, version: string, arch: Architecture): BundleSpec {
  return {
    name: client.name,
    version,
    arch,
    packages: client.packages(version, arch),
    programs: [client.program(arch).path, ...client.tools(arch)],
  };
}
