import { setTimeout as sleep } from 'node:timers/promises';
import type { ContainerHandle } from './container-handle.ts';
import type { StopCause } from './decide-end.ts';

/** Between TERM and KILL. */
const GRACE_SECONDS = 5;
/** An engine that does not manage a KILL in this time is not going to. */
const GIVE_UP_MS = 60_000;

/** Stops a container once, for the first cause that comes. */
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

  /** From here on the container's end has come by itself. */
  close(): void {
    this.over = true;
  }

  trip(cause: StopCause): void {
    if (this.over || this.first !== undefined) return;
    this.first = cause;
    void this.stop();
  }

  /** TERM, grace, KILL by the engine; it and the init forward them. */
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
