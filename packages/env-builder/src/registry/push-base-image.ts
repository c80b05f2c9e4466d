import type { Engine } from '@refbench/sandbox';
import type { BaseImage } from '../images/base-image.ts';
import { pushAs, type Registry } from './registry.ts';

/** Where a base image is in a registry. */
export function baseRepository({ prefix }: Registry, name: string): string {
  return `${prefix}/${name}`;
}

/**
 * Pushes a base image to `<prefix>/<name>:<first digits of its digest>`.
 * @returns the reference with the digest of the registry
 * @throws RefbenchError kind `image`
 */
export async function pushBaseImage(
  engine: Engine,
  image: Pick<BaseImage, 'name' | 'imageId' | 'reference'>,
  registry: Registry,
): Promise<string> {
  const repository = baseRepository(registry, image.name);
  const target = `${repository}:${image.reference.slice(-12)}`;
  return `${repository}@${await pushAs(engine, image.imageId, target, registry)}`;
}
