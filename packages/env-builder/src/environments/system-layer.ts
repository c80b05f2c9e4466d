import { withLock } from '@refbench/files';
import type { Engine } from '@refbench/sandbox';
import type { BaseImage } from '../images/base-image.ts';
import { BuildFolder } from '../builds/build-folder.ts';
import { runBuildStep } from '../builds/build-step.ts';
import { systemLayerDigest } from './environment-identity.ts';
import {
  buildLogPath,
  lockPath,
  SHELL_CHANGES,
  type ImageOptions,
} from '../images/image-options.ts';
import { shortDigest } from '@refbench/files';
import { systemScript } from './recipe.ts';

/**
 * The layer of install_system.sh, shared by all instances with an equal script and base image; the
 * base image itself where there is nothing to install. Returns the image's id.
 * @throws RefbenchError kind `image`
 */
export async function ensureSystemLayer(
  engine: Engine,
  instanceDir: string,
  base: BaseImage,
  options: ImageOptions,
): Promise<string> {
  const script = await systemScript(instanceDir);
  if (script === undefined) return base.imageId;
  const digest = systemLayerDigest(script, base.digest);
  const reference = `refbench/system:${base.name}-${shortDigest(digest)}`;
  return await withLock(
    lockPath(options, `system-${shortDigest(digest)}`),
    `system layer ${reference}`,
    async () => {
      const known = await engine.inspectImage(reference);
      if (known?.labels['refbench.system'] === digest) return known.id;
      options.onProgress?.('installing system packages');
      await using folder = await BuildFolder.create(options.stateDir, options.network);
      await folder.write('system/install_system.sh', script);
      return await runBuildStep(engine, {
        thing: `system layer of ${base.name}`,
        owner: base.name,
        image: base.imageId,
        script: ['install-system.sh'],
        folder,
        // This script alone, and nothing beside it: the layer is shared by the script's digest.
        reference,
        changes: [`LABEL refbench.system=${digest}`, ...SHELL_CHANGES],
        logPath: buildLogPath(options, `system-${shortDigest(digest)}`),
        ...(options.limits === undefined ? {} : { limits: options.limits }),
        ...(options.signal === undefined ? {} : { signal: options.signal }),
      });
    },
    options.signal,
  );
}
