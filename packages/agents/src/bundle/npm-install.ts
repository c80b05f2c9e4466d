import { RefbenchError } from '@refbench/contracts';
import { execa } from 'execa';
import type { BundleSpec } from './bundle-spec.ts';

/**
 * Installs the packages in the folder's package.json with the host's npm, so the user's registry,
 * proxy and certificates apply. Package scripts are not run, because the clients ship ready-to-run
 * programs.
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
      // Clients that are scripts run with the bundled Node, not with this one.
      '--engine-strict=false',
      // The platform of the container, independent of the host.
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
    hint: `make "npm view ${Object.keys(spec.packages)[0] ?? spec.name}" work on this machine, or specify an existing version with --agent-version`,
  });
}
