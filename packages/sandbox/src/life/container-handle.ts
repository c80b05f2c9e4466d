import type { ContainerSpec } from '../container-spec.ts';
import type { EngineApi } from '../api/engine-api.ts';
import { removeContainer } from '../api/remove.ts';
import type { StoragePlan } from '../storage/storage-plan.ts';
import type { EventWatch } from './event-watch.ts';

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
    } finally {
      this.events.forget(this.id);
      await this.storage[Symbol.asyncDispose]();
    }
  }
}
