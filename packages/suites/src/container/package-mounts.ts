import { AGENT_PROGRAMS, PACKAGE_PROGRAMS } from '@refbench/docker';
import type { ReadOnlyMount } from '@refbench/sandbox';
import { FORWARDER, PACKAGE_FILES, PACKAGES_SOCKET } from '@refbench/workspace';

/** What a container with a package door sees of it. */
export function packageMounts(socketDir: string): readonly ReadOnlyMount[] {
  return [
    { source: socketDir, target: PACKAGES_SOCKET },
    { source: PACKAGE_PROGRAMS, target: PACKAGE_FILES },
    { source: AGENT_PROGRAMS, target: FORWARDER },
  ];
}
