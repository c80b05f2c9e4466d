import { setTimeout as sleep } from 'node:timers/promises';
import type { ContainerSpec } from '../container-spec.ts';
import type { EngineApi } from '../api/engine-api.ts';
import { EngineApiError } from '../api/engine-api-error.ts';
import { engineError } from '../api/engine-failure.ts';
import { removeContainer } from '../api/remove.ts';
import type { StoragePlan } from '../storage/storage-plan.ts';
import type { EventWatch } from './event-watch.ts';

/** An engine that restarts, or that somebody else has told to remove the container too. */
const REMOVE_ATTEMPTS = 6;
const REMOVE_PAUSE_MS = 500;

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

  /**
   * The container first: while it exists, the engine holds its volumes and they the disk. Where the
   * engine is gone all of it stays, for a sweep: the container may well run on.
   */
  private async remove(): Promise<void> {
    this.disposal.abort();
    this.events.forget(this.id);
    if (await this.removeContainer()) await this.storage[Symbol.asyncDispose]();
  }

  /** False where the engine does not answer. */
  private async removeContainer(): Promise<boolean> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await removeContainer(this.api, this.id);
        return true;
      } catch (error) {
        if (!(error instanceof EngineApiError)) throw error;
        const busy = error.status === 409;
        if (!busy && error.status !== undefined) {
          throw engineError(`cannot remove container ${this.name}`, error);
        }
        if (attempt === REMOVE_ATTEMPTS) return false;
        await sleep(REMOVE_PAUSE_MS);
      }
    }
  }
}
