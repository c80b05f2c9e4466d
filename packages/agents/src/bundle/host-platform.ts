import { RefbenchError } from '@refbench/contracts';

/** Architecture as Node names it. Containers have the architecture of the host. */
export type Architecture = 'x64' | 'arm64';

/** @throws RefbenchError kind `usage` on any other machine */
export function hostArchitecture(architecture: string = process.arch): Architecture {
  if (architecture === 'x64' || architecture === 'arm64') return architecture;
  throw new RefbenchError({
    kind: 'usage',
    message: `the agents do not support ${architecture}`,
    hint: 'use an x64 or arm64 machine',
  });
}
