import { RefbenchError } from '@refbench/contracts';

/** Architecture as Node names it. Images are built for the architecture of the host. */
export type Architecture = 'x64' | 'arm64';

/** Returns the architecture of the host. @throws RefbenchError kind `image` on any other machine */
export function hostArchitecture(architecture: string = process.arch): Architecture {
  if (architecture === 'x64' || architecture === 'arm64') return architecture;
  throw new RefbenchError({
    kind: 'image',
    message: `no base image is defined for ${architecture}`,
    hint: 'use an x64 or arm64 machine',
  });
}
