/** An image on the engine, with the size that it adds to its parent. */
export interface StoredImage {
  readonly id: string;
  /** Id of the parent image; undefined for the bottom image. */
  readonly below: string | undefined;
  readonly bytes: number;
}

export interface SpaceState {
  readonly images: readonly StoredImage[];
  /** Topmost images that containers or builds currently use. */
  readonly inUse: ReadonlySet<string>;
  /** Topmost images that will be used again, in the order of use. */
  readonly upcoming: readonly string[];
  readonly budgetBytes: number;
  /** Bytes that are about to be written. */
  readonly wantedBytes: number;
}

/** What must be removed before something is written. */
export type SpacePlan =
  | { readonly kind: 'fits'; readonly evict: readonly string[] }
  /** The bytes fit when images in use are released. */
  | { readonly kind: 'wait' }
  /** The bytes never fit. */
  | { readonly kind: 'too-small'; readonly lackingBytes: number };

/**
 * Plans which images to remove so that the wanted bytes fit into the budget: first unused ones,
 * then those whose next use is the furthest away. A layer is only removed if no image uses it. No
 * more is removed than necessary.
 */
export function planSpace(state: SpaceState): SpacePlan {
  const { budgetBytes, wantedBytes } = state;
  if (wantedBytes > budgetBytes) {
    return { kind: 'too-small', lackingBytes: wantedBytes - budgetBytes };
  }
  const held = closureOf(state.inUse, state.images);
  const ranks = nextUses(state);
  const left = new Map(state.images.map((image) => [image.id, image]));
  const evict: string[] = [];
  let bytes = state.images.reduce((sum, image) => sum + image.bytes, 0);
  while (bytes + wantedBytes > budgetBytes) {
    const victim = nextVictim([...left.values()], held, ranks);
    if (victim === undefined) return { kind: 'wait' };
    evict.push(victim.id);
    left.delete(victim.id);
    bytes -= victim.bytes;
  }
  return { kind: 'fits', evict };
}

/** The images on top with all their parents. */
export function closureOf(
  tops: ReadonlySet<string>,
  images: readonly StoredImage[],
): ReadonlySet<string> {
  const below = new Map(images.map((image) => [image.id, image.below]));
  const closure = new Set<string>();
  for (const top of tops) {
    for (
      let id: string | undefined = top;
      id !== undefined && !closure.has(id);
      id = below.get(id)
    ) {
      closure.add(id);
    }
  }
  return closure;
}

/** Position of the next use of each image, directly or through a child. Absent if there is none. */
function nextUses({ images, upcoming }: SpaceState): ReadonlyMap<string, number> {
  const ranks = new Map<string, number>();
  for (const [position, top] of upcoming.entries()) {
    for (const id of closureOf(new Set([top]), images)) {
      if (!ranks.has(id)) ranks.set(id, position);
    }
  }
  return ranks;
}

function nextVictim(
  images: readonly StoredImage[],
  held: ReadonlySet<string>,
  ranks: ReadonlyMap<string, number>,
): StoredImage | undefined {
  const carrying = new Set(images.map(({ below }) => below));
  const free = images.filter(({ id }) => !held.has(id) && !carrying.has(id));
  const rank = ({ id }: StoredImage): number => ranks.get(id) ?? Number.POSITIVE_INFINITY;
  // The largest of equals: fewer images must be rebuilt.
  return free.toSorted(
    (one, other) => compare(rank(other), rank(one)) || other.bytes - one.bytes,
  )[0];
}

function compare(one: number, other: number): number {
  return one === other ? 0 : one - other;
}
