import type { Engine, ImageInfo } from '@refbench/sandbox';
import type { StoredImage } from './plan-space.ts';

/** What an engine has of the images that some instances need. */
export interface StoredImages {
  /** Each layer of them once. */
  readonly images: readonly StoredImage[];
  /** Instance id -> its environments, the newest first. */
  readonly tops: ReadonlyMap<string, readonly string[]>;
  /** Image id -> the names to remove it by. */
  readonly names: ReadonlyMap<string, readonly string[]>;
}

interface Needs {
  readonly instances: ReadonlySet<string>;
  readonly baseImages: ReadonlySet<string>;
}

/** Environments, base images, and all that these stand on; other images of the engine are left out. */
export async function storedImages(engine: Engine, needs: Needs): Promise<StoredImages> {
  return selectImages(await engine.listImages('refbench.os'), needs);
}

export function selectImages(all: readonly ImageInfo[], needs: Needs): StoredImages {
  const byId = new Map(all.map((image) => [image.id, image]));
  const chosen = new Map<string, ImageInfo>();
  const tops = new Map<string, string[]>();
  for (const image of all.toSorted((one, other) => other.createdMs - one.createdMs)) {
    const instance = nameIn(
      image.tags,
      /^(?:.*\/)?refbench\/env:(.+)-[0-9a-f]{12}$/,
      needs.instances,
    );
    const base = nameIn(
      image.tags,
      /^(?:.*\/)?refbench\/base:(.+)-[0-9a-f]{12}$/,
      needs.baseImages,
    );
    if (instance !== undefined) tops.set(instance, [...(tops.get(instance) ?? []), image.id]);
    if (instance === undefined && base === undefined) continue;
    for (
      let at: ImageInfo | undefined = image;
      at !== undefined && !chosen.has(at.id);
      at = byId.get(at.parentId ?? '')
    ) {
      chosen.set(at.id, at);
    }
  }
  const images = [...chosen.values()].map((image): StoredImage => {
    const below = byId.get(image.parentId ?? '');
    const bytes = Math.max(0, image.sizeBytes - (below?.sizeBytes ?? 0));
    return { id: image.id, below: below?.id, bytes };
  });
  const names = new Map(
    [...chosen.values()].map(({ id, tags }) => [id, tags.length === 0 ? [id] : tags]),
  );
  return { images, tops, names };
}

function nameIn(
  tags: readonly string[],
  pattern: RegExp,
  wanted: ReadonlySet<string>,
): string | undefined {
  return tags.flatMap((tag) => pattern.exec(tag)?.[1] ?? []).find((name) => wanted.has(name));
}
