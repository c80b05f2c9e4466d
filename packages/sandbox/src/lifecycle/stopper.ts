import { setTimeout as sleep } from 'node:timers/promises';
import type { ContainerHandle } from './container-handle.ts';
import type { StopCause } from './decide-end.ts';

/** The time between SIGTERM and SIGKILL. */
const GRACE_SECONDS = 5;
/** The time after which a SIGKILL of the engine is considered failed. */
const GIVE_UP_MS = 60_000;

/** Stops a container once. Only the first cause counts. */
export class Stopper {
  private readonly handle: ContainerHandle;
  private readonly abandon: () => void;
  private first: StopCause | undefined;
  private over = false;

  /** `abandon` is called when the engine fails to stop the container. */
  constructor(handle: ContainerHandle, abandon: () => void) {
    this.handle = handle;
    this.abandon = abandon;
  }

  get cause(): StopCause | undefined {
    return this.first;
  }

  /** Marks the container as ended. Later causes are ignored. */
  close(): void {
    this.over = true;
  }

  trip(cause: StopCause): void {
    if (this.over || this.first !== undefined) return;
    this.first = cause;
    void this.stop();
  }

  /** Lets the engine send SIGTERM and, after the grace period, SIGKILL. */
  private async stop(): Promise<void> {
    const { api } = this.handle;
    const path = this.handle.path('stop');
    const timeoutMs = GIVE_UP_MS;
    await api
      .text({ method: 'POST', path, query: { t: GRACE_SECONDS }, timeoutMs })
      .catch(() =>
        api.text({ method: 'POST', path: this.handle.path('kill'), query: {}, timeoutMs }),
      )
      .catch(() => undefined);
    await sleep(GIVE_UP_MS, undefined, { ref: false });
    if (!this.over) this.abandon();
  }
}
