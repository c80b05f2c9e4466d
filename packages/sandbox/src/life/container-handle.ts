import type { ContainerSpec } from '../container-spec.ts';
import type { EngineApi } from '../api/engine-api.ts';
import { isNotFound } from '../api/engine-api-error.ts';
import type { StoragePlan } from '../storage/storage-plan.ts';
import type { EventWatch } from './event-watch.ts';

const REMOVE_TIMEOUT_MS = 60_000;

/** One container and all that belongs to it on the host. Its states (created, running, stopped) share it. */
export class ContainerHandle implements AsyncDisposable {
  readonly api: EngineApi;
  readonly spec: ContainerSpec;
  readonly storage: StoragePlan;
  readonly events: EventWatch;
  readonly id: string;
  readonly name: string;
  /** Aborted when the container is disposed: whatever still follows it must end. */
  readonly disposed: AbortSignal;
  private readonly disposal: AbortController = new AbortController();
  private removal: Promise<void> | undefined;

  constructor(parts: {
    readonly api: EngineApi;
    readonly spec: ContainerSpec;
    readonly storage: StoragePlan;
    readonly events: EventWatch;
    readonly id: string;
    readonly name: string;
  }) {
    this.api = parts.api;
    this.spec = parts.spec;
    this.storage = parts.storage;
    this.events = parts.events;
    this.id = parts.id;
    this.name = parts.name;
    this.disposed = this.disposal.signal;
  }

  /** The path of one of the engine's endpoints for this container. */
  path(rest: string): string {
    return `/containers/${this.id}/${rest}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.removal ??= this.remove();
    await this.removal;
  }

  /** The container first: while it exists, the engine holds its volumes and they the disk. */
  private async remove(): Promise<void> {
    this.disposal.abort();
    try {
      await removeContainer(this.api, this.id);
      await Promise.all(this.storage.volumes.map((name) => removeVolume(this.api, name)));
    } finally {
      this.events.forget(this.id);
      await this.storage[Symbol.asyncDispose]();
    }
  }
}

/** Removes a container in any state, with the unnamed volumes its image may have made. */
export async function removeContainer(api: EngineApi, id: string): Promise<void> {
  await goneIsFine(() =>
    api.text({
      method: 'DELETE',
      path: `/containers/${id}`,
      query: { force: true, v: true },
      timeoutMs: REMOVE_TIMEOUT_MS,
    }),
  );
}

export async function removeVolume(api: EngineApi, name: string): Promise<void> {
  await goneIsFine(() =>
    api.text({
      method: 'DELETE',
      path: `/volumes/${encodeURIComponent(name)}`,
      query: { force: true },
      timeoutMs: REMOVE_TIMEOUT_MS,
    }),
  );
}

async function goneIsFine(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
