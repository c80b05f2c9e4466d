import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { shortDigest, errorText } from '@refbench/base';
import type { Engine } from '@refbench/sandbox';
import { BuildFolder } from '../builds/build-folder.ts';
import { runBuildStep } from '../builds/build-step.ts';
import type { Environment } from '../environments/environment.ts';
import { buildLogPath, SHELL_CHANGES, type ImageOptions } from '../images/image-options.ts';
import type { CoverageTool } from './coverage-tool.ts';

/** An environment with a coverage tool. Disposing removes the image. */
export interface CoverageImage extends AsyncDisposable {
  readonly imageId: string;
}

/**
 * Builds an image that consists of an environment and a coverage tool.
 * @throws RefbenchError kind `image` if the tool cannot be installed
 */
export async function buildCoverageImage(
  engine: Engine,
  { imageId, imageDigest }: Environment,
  tool: CoverageTool,
  options: ImageOptions,
): Promise<CoverageImage> {
  const name = `coverage-${shortDigest(imageDigest)}`;
  const reference = `refbench/coverage:${shortDigest(imageDigest)}`;
  await using folder = await BuildFolder.create(options.stateDir, options.network);
  await folder.write('coverage/install.sh', await readFile(join(tool.folder, 'install.sh')));
  const built = await runBuildStep(engine, {
    thing: `image with ${tool.name}`,
    owner: name,
    image: imageId,
    script: ['install-coverage.sh'],
    folder,
    reference,
    changes: SHELL_CHANGES,
    logPath: buildLogPath(options, name),
    ...(options.limits === undefined ? {} : { limits: options.limits }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
  return {
    imageId: built,
    [Symbol.asyncDispose]: () => removeUnused(engine, reference, options),
  };
}

const REMOVAL_TRIES = 20;
const REMOVAL_PAUSE_MS = 500;

/** The engine may still hold the container that ended last. A measurement is never lost for it. */
async function removeUnused(
  engine: Engine,
  reference: string,
  { onProgress }: ImageOptions,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await engine.removeImage(reference);
    } catch (error) {
      if (tries < REMOVAL_TRIES) await setTimeout(REMOVAL_PAUSE_MS);
      else return onProgress?.(errorText(error));
    }
  }
}
