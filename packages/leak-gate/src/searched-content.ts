import { RefbenchError, type Digest } from '@refbench/contracts';
import { digestOf } from '@refbench/base';
import type { CheckImageRequest } from './check-image.ts';
import { dependenciesOfGolden } from './golden/dependencies-of-golden.ts';
import { LEAK_SCHEMA } from './findings/leak-report.ts';
import { knownSecrets } from './image/secrets.ts';

/**
 * The SHA-256 of everything that a search depends on. It does not cover the image id, which depends on
 * the time of the build: an identical image that was built again is not searched again. Of the secrets,
 * only the names count, so that the digest does not reveal the values.
 * @throws RefbenchError kinds `image`, `engine`, `invalid-file`
 */
export async function contentDigest(request: CheckImageRequest): Promise<Digest> {
  const { engine, imageId, baseImageId, instance, recipe, repository, buildVariables } = request;
  const [image, base] = await Promise.all([
    engine.inspectImage(imageId),
    engine.inspectImage(baseImageId),
  ]);
  if (image === undefined) {
    throw new RefbenchError({
      kind: 'image',
      message: `instance ${instance.id}: image ${imageId} no longer exists`,
      hint: 'run the same command again',
    });
  }
  return digestOf({
    schema: LEAK_SCHEMA,
    // If the engine does not list the layers, only the id identifies the image.
    layers: image.layers.length === 0 ? [imageId] : image.layers,
    base_layers: base?.layers.length ?? 0,
    env: image.env,
    labels: image.labels,
    history: await engine.imageHistory(imageId),
    recipe: recipe.digest,
    instance: instance.id,
    repository: instance.repository.name,
    base: instance.base,
    golden: instance.golden,
    dependencies: await dependenciesOfGolden(instance, repository),
    secrets: knownSecrets(buildVariables).map(({ name }) => name),
  });
}
