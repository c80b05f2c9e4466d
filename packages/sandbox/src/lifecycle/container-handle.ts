import { RefbenchError } from '@refbench/contracts';
import type { ContainerSpec } from '../container-spec.ts';
import type { EngineApi } from '../api/engine-api.ts';
import { engineError } from '../api/engine-failure.ts';
import { removeContainer } from '../api/remove.ts';
import type { StoragePlan } from '../storage/storage-plan.ts';
import type { EventWatch } from './event-watch.ts';

/** One container and all that belongs to it on the host. Its states (created, running, stopped) share it. */
export class ContainerHandle implements AsyncDisposable {
  readonly api: EngineApi;
  readonly spec: ContainerSpec;
  readonly storage: StoragePlan;
  readonly events: EventWatch;
  private readonly network: AsyncDisposable;
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
    /** What the network holds for this container. */
    readonly network: AsyncDisposable;
    readonly id: string;
    readonly name: string;
  }) {
    this.api = parts.api;
    this.spec = parts.spec;
    this.storage = parts.storage;
    this.events = parts.events;
    this.network = parts.network;
    this.id = parts.id;
    this.name = parts.name;
    this.disposed = this.disposal.signal;
  }

  /** The path of one of the engine's endpoints for this container. */
  path(rest: string): string {
    return `/containers/${this.id}/${rest}`;
  }

  /**
   * The states are disposed one after the other; a removal that fails is the first one's error, so that
   * it does not come wrapped around itself.
   */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.removal !== undefined) {
      await this.removal.catch(() => undefined);
      return;
    }
    this.removal = this.remove();
    await this.removal;
  }

  /**
   * The container first: while it exists, the engine holds its volumes and they the disk. Where the
   * engine is gone all of it stays, for a sweep: the container may well run on.
   */
  private async remove(): Promise<void> {
    this.disposal.abort();
    this.events.forget(this.id);
    if (!(await removeContainer(this.api, this.id))) return;
    await this.network[Symbol.asyncDispose]();
    try {
      await this.storage[Symbol.asyncDispose]();
    } catch (error) {
      throw this.storageError(error);
    }
  }

  private storageError(cause: unknown): unknown {
    const known = engineError(`cannot remove the volumes of container ${this.name}`, cause);
    if (RefbenchError.isInstance(known)) return known;
    return new RefbenchError({
      kind: 'engine',
      message: `cannot free the disk of container ${this.name}: ${cause instanceof Error ? cause.message : String(cause)}`,
      hint: 'it lies in the state folder; `refbench gc` removes it once nothing uses it',
      cause,
    });
  }
}
