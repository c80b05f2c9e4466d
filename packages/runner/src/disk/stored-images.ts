import type { Instance } from '@refbench/contracts';
import type { Engine, ImageInfo } from '@refbench/sandbox';
import type { StoredImage } from './plan-space.ts';

/** Images on an engine that some instances need. */
export interface StoredImages {
  /** Each of their layers once. */
  readonly images: readonly StoredImage[];
  /** Environments of each instance, newest first. */
  readonly tops: ReadonlyMap<string, readonly string[]>;
  /** Ids of the base images and their layers. */
  readonly bottom: ReadonlySet<string>;
  /** Names by which each image is removed. */
  readonly names: ReadonlyMap<string, readonly string[]>;
}

interface Needs {
  readonly instances: ReadonlySet<string>;
  readonly baseImages: ReadonlySet<string>;
  /** `owner/name`, lower case. */
  readonly repositories: ReadonlySet<string>;
}

export function needsOf(instances: readonly Instance[]): Needs {
  return {
    instances: new Set(instances.map(({ id }) => id)),
    baseImages: new Set(instances.map(({ environment }) => environment.base_image)),
    repositories: new Set(instances.map(({ repository }) => repository.name.toLowerCase())),
  };
}

/**
 * Lists environments, dependency images and base images with all their layers, each with what the
 * host stores beside it. Images of others are not included. A layer that lost its tags, for example to
 * another run, still carries the images above it, which would otherwise be counted with all below.
 */
export async function storedImages(engine: Engine, needs: Needs): Promise<StoredImages> {
  const stored = selectImages(
    await engine.listImages('refbench.os', { intermediate: true }),
    needs,
  );
  const images = await Promise.all(
    stored.images.map(async (image) => ({
      ...image,
      bytes: image.bytes + (await engine.unpackedBytes(image.id)),
    })),
  );
  return { ...stored, images };
}

export function selectImages(all: readonly ImageInfo[], needs: Needs): StoredImages {
  const byId = new Map(all.map((image) => [image.id, image]));
  const chosen = new Map<string, ImageInfo>();
  const bottom = new Set<string>();
  const tops = new Map<string, string[]>();
  const choose = (image: ImageInfo, into: { add(id: string): unknown }): void => {
    for (
      let at: ImageInfo | undefined = image;
      at !== undefined;
      at = byId.get(at.parentId ?? '')
    ) {
      chosen.set(at.id, at);
      into.add(at.id);
    }
  };
  for (const image of all.toSorted((one, other) => other.createdMs - one.createdMs)) {
    const instance = named(image, 'env', needs.instances);
    if (instance !== undefined) tops.set(instance, [...(tops.get(instance) ?? []), image.id]);
    if (named(image, 'base', needs.baseImages) !== undefined) choose(image, bottom);
    else if (instance !== undefined || isDependencies(image, needs)) choose(image, new Set());
  }
  const images = [...chosen.values()].map((image): StoredImage => {
    const below = byId.get(image.parentId ?? '');
    const bytes = Math.max(0, image.sizeBytes - (below?.sizeBytes ?? 0));
    return { id: image.id, below: below?.id, bytes };
  });
  const names = new Map(
    [...chosen.values()].map(({ id, tags }) => [id, tags.length === 0 ? [id] : tags]),
  );
  return { images, tops, bottom, names };
}

/** Podman adds a registry to names without one. */
function named(
  { tags }: ImageInfo,
  kind: 'env' | 'base',
  wanted: ReadonlySet<string>,
): string | undefined {
  const pattern = new RegExp(`^(?:.*/)?refbench/${kind}:(.+)-[0-9a-f]{12}$`);
  return tags.flatMap((tag) => pattern.exec(tag)?.[1] ?? []).find((name) => wanted.has(name));
}

function isDependencies({ tags, labels }: ImageInfo, { repositories }: Needs): boolean {
  if (!repositories.has(labels['refbench.repository'] ?? '')) return false;
  return tags.some((tag) => /^(?:.*\/)?refbench\/deps:/.test(tag));
}
