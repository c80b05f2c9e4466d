import { RefbenchError } from '@refbench/contracts';
import { execa } from 'execa';
import type { BundleSpec } from './bundle-spec.ts';

/**
 * Installs what the folder's package.json names, by the host's npm, so that the user's registry, proxy
 * and certificates hold. No script of any package is run: the clients ship their programs ready.
 */
export async function npmInstall(
  folder: string,
  spec: BundleSpec,
  signal: AbortSignal | undefined,
): Promise<void> {
  const result = await execa(
    'npm',
    [
      'install',
      '--ignore-scripts',
      '--omit=optional',
      '--no-audit',
      '--no-fund',
      '--prefer-offline',
      '--loglevel=error',
      // Clients that are scripts are run by our own Node, not by this one.
      '--engine-strict=false',
      // What the container is, whatever the host is.
      '--os=linux',
      `--cpu=${spec.arch}`,
      '--libc=glibc',
    ],
    {
      cwd: folder,
      stdin: 'ignore',
      reject: false,
      ...(signal === undefined ? {} : { cancelSignal: signal }),
    },
  );
  signal?.throwIfAborted();
  if (!result.failed) return;
  const why = result.stderr.split('\n').find((line) => /code E|notarget|ENOTFOUND/.test(line));
  throw new RefbenchError({
    kind: 'image',
    message: `npm could not install ${spec.name} ${spec.version}: ${why ?? result.shortMessage}`,
    hint: `make "npm view ${Object.keys(spec.packages)[0] ?? spec.name}" work on this machine, or name a version that exists with --agent-version`,
  });
}
