import { RefbenchError, type Digest } from '@refbench/contracts';
import { digestOf } from '@refbench/files';
import { recipeDigest } from '../environments/recipe.ts';
import type { CheckImageRequest } from './check-image.ts';
import { dependenciesOfGolden } from './dependencies-of-golden.ts';
import { LEAK_SCHEMA } from './leak-report.ts';
import { knownSecrets } from './secrets.ts';

/**
 * SHA-256 of all that a search looks at and for. Not the image's id, which holds the time of its
 * making: an image that was removed and laid again alike need not be searched again. Secrets count by
 * their names, so that the digest tells nothing of them.
 * @throws RefbenchError kinds `image`, `engine`, `invalid-file`
 */
export async function contentDigest(request: CheckImageRequest): Promise<Digest> {
  const { engine, imageId, baseImageId, instance, instanceDir, repository, network } = request;
  const [image, base] = await Promise.all([
    engine.inspectImage(imageId),
    engine.inspectImage(baseImageId),
  ]);
  if (image === undefined) {
    throw new RefbenchError({
      kind: 'image',
      message: `instance ${instance.id}: its image ${imageId} is gone`,
      hint: 'run the same command again',
    });
  }
  return digestOf({
    schema: LEAK_SCHEMA,
    // Where an engine does not name them, only its id tells an image from others.
    layers: image.layers.length === 0 ? [imageId] : image.layers,
    base_layers: base?.layers.length ?? 0,
    env: image.env,
    labels: image.labels,
    history: await engine.imageHistory(imageId),
    recipe: await recipeDigest(instanceDir),
    instance: instance.id,
    repository: instance.repository.name,
    base: instance.base,
    golden: instance.golden,
    dependencies: await dependenciesOfGolden(instance, repository),
    secrets: knownSecrets(network).map(({ name }) => name),
  });
}
