import { RefbenchError } from '@refbench/contracts';
import { errorText, type Claim } from '@refbench/base';
import type { ContainerSpec } from '../contract/container-spec.ts';
import type { EngineApi } from '../api/engine-api.ts';
import { engineError } from '../api/engine-failure.ts';
import { removeContainer } from '../api/remove.ts';
import type { StateFolder } from '../storage/state-folder.ts';
import type { StoragePlan } from '../contract/storage-plan.ts';
import type { EventWatch } from './event-watch.ts';

/**
 * A container and its resources on the host. Its states (created, running, stopped) share this
 * handle.
 */
export class ContainerHandle implements AsyncDisposable {
  readonly api: EngineApi;
  readonly spec: ContainerSpec;
  readonly storage: StoragePlan;
  readonly events: EventWatch;
  readonly state: StateFolder;
  private readonly network: AsyncDisposable;
  private readonly claim: Claim;
  readonly id: string;
  readonly name: string;
  /** Aborted when the container is disposed of, so that everything that still watches it ends. */
  readonly disposed: AbortSignal;
  private readonly disposal: AbortController = new AbortController();
  private removal: Promise<void> | undefined;

  constructor(parts: {
    readonly api: EngineApi;
    readonly spec: ContainerSpec;
    readonly storage: StoragePlan;
    readonly events: EventWatch;
    readonly state: StateFolder;
    /** Network access of this container. */
    readonly network: AsyncDisposable;
    /** Released when nothing of the container is left. */
    readonly claim: Claim;
    readonly id: string;
    readonly name: string;
  }) {
    this.api = parts.api;
    this.spec = parts.spec;
    this.storage = parts.storage;
    this.events = parts.events;
    this.state = parts.state;
    this.network = parts.network;
    this.claim = parts.claim;
    this.id = parts.id;
    this.name = parts.name;
    this.disposed = this.disposal.signal;
  }

  /** Returns the path of an API endpoint for this container. */
  path(rest: string): string {
    return `/containers/${this.id}/${rest}`;
  }

  /**
   * Each state disposes of this handle. Only the first disposal reports an error, so that the error
   * is not nested in itself.
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
   * Removes the container first, because it uses the volumes, which use the disk. If the engine
   * does not answer, everything remains for a sweep, because the container may still run.
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
    this.claim.release();
  }

  private storageError(cause: unknown): unknown {
    const known = engineError(`cannot remove the volumes of container ${this.name}`, cause);
    if (RefbenchError.isInstance(known)) return known;
    return new RefbenchError({
      kind: 'engine',
      message: `cannot free the disk of container ${this.name}: ${errorText(cause)}`,
      hint: 'it is in the state folder; `refbench gc` removes it when it is no longer in use',
      cause,
    });
  }
}
