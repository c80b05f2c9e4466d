/** One image on the engine: what it adds to the one below it. */
export interface StoredImage {
  readonly id: string;
  /** Id of the image it stands on; undefined at the bottom. */
  readonly below: string | undefined;
  readonly bytes: number;
}

export interface SpaceState {
  readonly images: readonly StoredImage[];
  /** The topmost images that containers or builds stand on now. */
  readonly inUse: ReadonlySet<string>;
  /** Topmost images that will be used again, next first. */
  readonly upcoming: readonly string[];
  readonly budgetBytes: number;
  /** What is about to be written. */
  readonly wantedBytes: number;
}

/** What has to go before something is written. */
export type SpacePlan =
  | { readonly kind: 'fits'; readonly evict: readonly string[] }
  /** It will fit once images that are in use are free. */
  | { readonly kind: 'wait' }
  /** It never will. */
  | { readonly kind: 'too-small'; readonly lackingBytes: number };

/**
 * The images to remove so that the wanted bytes fit into the budget: those that nobody uses again
 * first, then those that are used again latest; a layer only once nothing stands on it. Nothing is
 * removed that need not be.
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

/** With every image below. */
function closureOf(tops: ReadonlySet<string>, images: readonly StoredImage[]): ReadonlySet<string> {
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

/** Position of an image's next use, of the image itself or of one on top of it; absent: never. */
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
  // Of equals the largest: fewer have to be made again.
  return free.toSorted(
    (one, other) => compare(rank(other), rank(one)) || other.bytes - one.bytes,
  )[0];
}

function compare(one: number, other: number): number {
  return one === other ? 0 : one - other;
}
