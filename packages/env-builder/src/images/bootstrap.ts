import { RefbenchError } from '@refbench/contracts';
import { execa } from 'execa';
import { hostVariables } from '../builds/build-network.ts';
import type { SystemDefinition } from './image-definitions.ts';
import type { ImageOptions } from './image-options.ts';
import { tailOf } from '../builds/step-report.ts';

/** Never read in a container, and a good part of a small system. */
const LEFT_OUT = ['/usr/share/man/*', '/usr/share/doc/*', '/usr/share/locale/*'];
const KEPT = ['/usr/share/doc/*/copyright'];

/**
 * Writes the root file system of a minimal Debian as a tar, from the distribution's archive, with its
 * signatures checked against the host's keyring. Proxies of the host's environment hold.
 * @throws RefbenchError kind `image`
 */
export async function bootstrapDebian(
  os: SystemDefinition,
  tarPath: string,
  options: ImageOptions,
): Promise<void> {
  const mirror = options.aptMirror ?? process.env['REFBENCH_APT_MIRROR'];
  const result = await execa('mmdebstrap', bootstrapArguments(os, tarPath, mirror), {
    env: { ...hostVariables(options.network), SOURCE_DATE_EPOCH: '0' },
    stdin: 'ignore',
    reject: false,
    all: true,
    ...(options.signal === undefined ? {} : { cancelSignal: options.signal }),
  });
  options.signal?.throwIfAborted();
  if (!result.failed) return;
  throw new RefbenchError({
    kind: 'image',
    message: `mmdebstrap could not make Debian ${os.suite}: ${result.code === 'ENOENT' ? 'it is not installed' : tailOf(Buffer.from(result.all))}`,
    hint:
      result.code === 'ENOENT'
        ? 'run scripts/setup, or install mmdebstrap and debian-archive-keyring'
        : 'see that this machine reaches an archive of Debian; REFBENCH_APT_MIRROR names another one',
  });
}

/** argv after the program's name. Without a mirror, mmdebstrap's own default is used. */
export function bootstrapArguments(
  os: SystemDefinition,
  tarPath: string,
  mirror: string | undefined,
): readonly string[] {
  return [
    '--quiet',
    '--variant=minbase',
    '--format=tar',
    `--include=${os.packages.join(',')}`,
    ...LEFT_OUT.map((path) => `--dpkgopt=path-exclude=${path}`),
    ...KEPT.map((path) => `--dpkgopt=path-include=${path}`),
    // The host's own name and name servers are no part of an image.
    '--customize-hook=rm -f "$1/etc/resolv.conf" "$1/etc/hostname"',
    os.suite,
    tarPath,
    ...(mirror === undefined || mirror === '' ? [] : [mirror]),
  ];
}
