import { shortDigest, withLock } from '@refbench/base';
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
import { systemScript } from './recipe.ts';

/**
 * Builds the layer of install_system.sh, which all instances with an equal script and base image
 * share. If there is nothing to install, the base image is used. Returns the id of the image.
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
        // Only this script is visible, because the layer is shared by the digest of the script.
        reference,
        changes: [`LABEL refbench.system=${digest}`, ...SHELL_CHANGES],
        logPath: buildLogPath(options, `system-${shortDigest(digest)}`),
        onTime: (time) => options.onProgress?.(`installing system packages took ${time}`),
        ...(options.limits === undefined ? {} : { limits: options.limits }),
        ...(options.signal === undefined ? {} : { signal: options.signal }),
      });
    },
    options.signal,
  );
}
