import type { Engine } from '@refbench/sandbox';
import { BuildFolder } from '../builds/build-folder.ts';
import { runBuildStep } from '../builds/build-step.ts';
import type { ImageOptions } from '../images/image-options.ts';
import type { LayerDelta } from './layer-delta.ts';
import { tarOf, type TarIndexEntry } from './tar-index.ts';

/** A layer of files that were copied from another container. */
export interface CopiedLayer {
  readonly thing: string;
  readonly owner: string;
  /** Id of the image below. */
  readonly below: string;
  readonly delta: LayerDelta<TarIndexEntry>;
  readonly reference: string;
  readonly changes: readonly string[];
  readonly logPath: string;
}

/** Builds the layer and returns the id of the image. @throws RefbenchError kind `image` */
export async function buildCopiedLayer(
  engine: Engine,
  layer: CopiedLayer,
  options: ImageOptions,
): Promise<string> {
  const { delta, below, ...step } = layer;
  await using folder = await BuildFolder.create(options.stateDir, options.network);
  await folder.write('removed', pathList(delta.removed));
  await folder.write('emptied', pathList(delta.emptied));
  const parents = [...new Set(delta.written.map(({ parent }) => parent))];
  return await runBuildStep(engine, {
    ...step,
    image: below,
    script: ['lay.sh'],
    folder,
    archives: parents.map((parent) => ({
      directory: `/${parent}`,
      open: () => tarOf(delta.written.filter((entry) => entry.parent === parent)),
    })),
    ...(options.limits === undefined ? {} : { limits: options.limits }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
}

function pathList(paths: readonly string[]): Buffer {
  return Buffer.from(paths.map((path) => `${path}\0`).join(''), 'latin1');
}
