import { RefbenchError } from '@refbench/contracts';
import { execa } from 'execa';
import { hostVariables } from '../builds/build-network.ts';
import type { SystemDefinition } from './image-definitions.ts';
import type { ImageOptions } from './image-options.ts';
import { tailOf } from '../builds/step-report.ts';

/** Files that containers never need but that take a large part of a minimal system. */
const EXCLUDED = ['/usr/share/man/*', '/usr/share/doc/*', '/usr/share/locale/*'];
const INCLUDED = ['/usr/share/doc/*/copyright'];

/**
 * Writes the root file system of a minimal Debian as a tar archive. Packages come from the archive of
 * the distribution, and signatures are checked against the keyring of the host. The proxy settings of
 * the host apply.
 * @throws RefbenchError kind `engine` if this machine lacks mmdebstrap; kind `image` if it fails
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
  // No other image can be made here either, so nothing is wrong with the instance.
  if (result.code === 'ENOENT') {
    throw new RefbenchError({
      kind: 'engine',
      message: `Debian ${os.suite} cannot be created: mmdebstrap is not installed`,
      hint: `run scripts/setup, install mmdebstrap and debian-archive-keyring, or provide ${os.registry_image} from a registry`,
    });
  }
  throw new RefbenchError({
    kind: 'image',
    message: `mmdebstrap could not create Debian ${os.suite}: ${tailOf(Buffer.from(result.all))}`,
    hint: 'check that this machine can reach a Debian archive, or set REFBENCH_APT_MIRROR',
  });
}

/** Returns the arguments of mmdebstrap. Without a mirror, its default is used. */
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
    // As in the images of a registry: nobody uses a layer whose making was cut short, so dpkg need not
    // wait for the disk.
    '--dpkgopt=force-unsafe-io',
    ...EXCLUDED.map((path) => `--dpkgopt=path-exclude=${path}`),
    ...INCLUDED.map((path) => `--dpkgopt=path-include=${path}`),
    // The name and name servers of the host must not be part of an image.
    '--customize-hook=rm -f "$1/etc/resolv.conf" "$1/etc/hostname"',
    os.suite,
    tarPath,
    ...(mirror === undefined || mirror === '' ? [] : [mirror]),
  ];
}
