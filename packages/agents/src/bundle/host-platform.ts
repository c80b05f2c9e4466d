import { RefbenchError } from '@refbench/contracts';

/** In Node's words; containers are of the host's own kind. */
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
