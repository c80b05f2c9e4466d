import { EventEmitter, once } from 'node:events';
import { DEFAULT_LIMITS, RefbenchError } from '@refbench/contracts';
import type { ImageOptions } from '@refbench/env-builder';
import { prepareEnvironment, type CatalogEntry, type PrepareOptions } from '@refbench/instances';
import { freeBytes } from './free-bytes.ts';
import { KnownSizes } from './known-sizes.ts';
import { formatSize } from './parse-size.ts';
import { planSpace } from './plan-space.ts';
import { needsOf, storedImages, type StoredImages } from './stored-images.ts';
import { COPIES, FREE_SPACE_FLOOR, MIN_ROOM_BYTES, requireFitting, tooSmall } from './too-small.ts';

/** Assumed size of an image above its base if its size is unknown. */
const ASSUMED_BYTES = 1.5e9;

export interface ImagePoolOptions extends Omit<PrepareOptions, 'entry' | 'onProgress'> {
  readonly onProgress: (instance: string, message: string) => void;
  /** Instances in the order of their use. */
  readonly entries: readonly CatalogEntry[];
  /** Budget for the images of these instances with all their layers. */
  readonly budgetBytes: number;
  readonly floorBytes?: number;
}

/**
 * Keeps the images of a run within a disk budget. Before each build it removes the images whose
 * next use is the furthest away. The build may then use the free part of the budget.
 */
export class ImagePool {
  private readonly options: ImagePoolOptions;
  private readonly sizes: KnownSizes;
  /** The image that each instance currently uses. */
  private readonly held = new Map<string, string>();
  private readonly used = new Set<string>();
  /** Images that the engine refused to remove, because they are in use elsewhere. */
  private readonly kept = new Set<string>();
  private readonly events = new EventEmitter();
  /** Serialises eviction: two concurrent ones would count the same space twice. */
  private turn: Promise<unknown> = Promise.resolve();

  private constructor(options: ImagePoolOptions, sizes: KnownSizes) {
    this.options = options;
    this.sizes = sizes;
  }

  /** @throws RefbenchError kind `disk` if an instance is known not to fit even alone */
  static async open(options: ImagePoolOptions): Promise<ImagePool> {
    const pool = new ImagePool(options, await KnownSizes.open(options.workspace.stateDir));
    await pool.refuseTooSmall();
    return pool;
  }

  /**
   * Ensures that the image of an instance exists until the lease is disposed. Leases are granted in
   * the order of the requests.
   */
  async acquire(entry: CatalogEntry): Promise<AsyncDisposable> {
    const lease = this.turn.then(() => this.prepare(entry));
    this.turn = lease.catch(() => undefined);
    return await lease;
  }

  /**
   * Makes room for a build of the instance's image by the caller, who must respect the returned
   * limits.
   */
  async boundedBuild(entry: CatalogEntry): Promise<ImageOptions> {
    const { build } = this.options;
    const room = await this.makeRoom(entry);
    this.used.add(entry.instance.id);
    const limits = build.limits ?? DEFAULT_LIMITS.build;
    const storage_bytes = Math.min(limits.storage_bytes, Math.floor(room / COPIES));
    return { ...build, limits: { ...limits, storage_bytes } };
  }

  private async prepare(entry: CatalogEntry): Promise<AsyncDisposable> {
    const { id } = entry.instance;
    const { engine } = this.options;
    await using prepared = await prepareEnvironment({
      ...this.options,
      entry,
      onProgress: (message) => this.options.onProgress(id, message),
      build: await this.boundedBuild(entry),
    });
    const { imageId, baseImage } = prepared.environment;
    const [image, base] = await Promise.all(
      [imageId, baseImage.imageId].map((reference) => engine.inspectImage(reference)),
    );
    await this.sizes.record(id, Math.max(0, (image?.sizeBytes ?? 0) - (base?.sizeBytes ?? 0)));
    this.held.set(id, imageId);
    return {
      [Symbol.asyncDispose]: async () => {
        this.held.delete(id);
        this.events.emit('freed');
        await Promise.resolve();
      },
    };
  }

  /** Removes images until the next one fits, and returns the bytes that it may use. */
  private async makeRoom(entry: CatalogEntry): Promise<number> {
    const { id } = entry.instance;
    for (;;) {
      this.options.signal.throwIfAborted();
      const stored = await this.stored();
      const total = stored.images.reduce((sum, { bytes }) => sum + bytes, 0);
      const budgetBytes = Math.min(this.options.budgetBytes, total + (await this.spareBytes()));
      const own = stored.tops.get(id) ?? [];
      const plan = planSpace({
        images: stored.images,
        inUse: new Set([...this.held.values(), ...this.kept, ...own]),
        upcoming: this.upcoming(stored, id),
        budgetBytes,
        wantedBytes:
          own.length > 0 ? 0 : Math.max(MIN_ROOM_BYTES, this.wantedBytes(id, budgetBytes, stored)),
      });
      if (plan.kind === 'too-small')
        throw tooSmall(id, budgetBytes + plan.lackingBytes, this.options);
      if (plan.kind === 'wait') {
        if (this.held.size === 0) throw tooSmall(id, total, this.options);
        await once(this.events, 'freed', { signal: this.options.signal });
        continue;
      }
      if (plan.evict.length === 0) return Math.max(budgetBytes - total, MIN_ROOM_BYTES);
      for (const image of plan.evict) await this.evict(image, id, stored);
      // Files unpacked from a removed image are useless.
      await this.options.engine.sweep({ dryRun: false });
    }
  }

  private async stored(): Promise<StoredImages> {
    const { engine, entries } = this.options;
    return await storedImages(engine, needsOf(entries.map(({ instance }) => instance)));
  }

  private upcoming(stored: StoredImages, next: string): readonly string[] {
    return this.options.entries
      .map(({ instance }) => instance.id)
      .filter((id) => id === next || !this.used.has(id))
      .flatMap((id) => stored.tops.get(id) ?? []);
  }

  /** An image of unknown size is not rejected, because the limit of the build applies. */
  private wantedBytes(id: string, budgetBytes: number, stored: StoredImages): number {
    const known = this.sizes.of(id);
    if (known !== undefined) return COPIES * known;
    const below = stored.images
      .filter(({ id: image }) => stored.bottom.has(image))
      .reduce((sum, { bytes }) => sum + bytes, 0);
    return Math.min(COPIES * ASSUMED_BYTES, Math.max(0, budgetBytes - below));
  }

  private async spareBytes(): Promise<number> {
    const { engine, workspace, floorBytes = FREE_SPACE_FLOOR } = this.options;
    const free = await freeBytes([engine.info.dataDir, workspace.stateDir]);
    return free - floorBytes;
  }

  private async evict(image: string, next: string, stored: StoredImages): Promise<void> {
    const { engine, onProgress } = this.options;
    const names = stored.names.get(image) ?? [image];
    try {
      for (const name of names) await engine.removeImage(name);
      onProgress(next, `removed ${names.join(', ')} to make room`);
    } catch (error) {
      if (!RefbenchError.isInstance(error)) throw error;
      this.kept.add(image);
    }
  }

  private async refuseTooSmall(): Promise<void> {
    const { entries, budgetBytes, onProgress } = this.options;
    const stored = await this.stored();
    const known = entries.flatMap(({ instance }) => this.sizes.of(instance.id) ?? []);
    const largest = Math.max(0, ...known);
    const present = stored.images.reduce((sum, { bytes }) => sum + bytes, 0);
    onProgress(
      'disk',
      ` ${formatSize(present)} of ${formatSize(budgetBytes)} are taken; ${
        known.length === 0
          ? 'no image was built on this host before, so the sizes are unknown'
          : `${known.length} of ${entries.length} images have a known size; the largest adds ${formatSize(largest)}`
      }`,
    );
    const missing = entries.filter(({ instance: { id } }) => !stored.tops.get(id)?.length);
    const images = missing.map(({ instance: { id } }) => ({ id, bytes: this.sizes.of(id) ?? 0 }));
    requireFitting(images, this.options);
  }
}
