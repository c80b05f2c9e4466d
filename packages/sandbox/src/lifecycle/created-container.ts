import type { Readable } from 'node:stream';
import { RefbenchError } from '@refbench/contracts';
import { engineError } from '../api/engine-failure.ts';
import type {
  CreatedContainer,
  RunningContainer,
  StartOptions,
  StoppedContainer,
} from '../contract/container.ts';
import type { ContainerHandle } from './container-handle.ts';
import { waitForExit } from './wait-for-exit.ts';
import { Output } from './output.ts';
import { openWait } from './wait-request.ts';

const START_TIMEOUT_MS = 120_000;

export class CreatedHandle implements CreatedContainer {
  readonly id: string;
  readonly name: string;
  private readonly handle: ContainerHandle;
  private started = false;

  constructor(handle: ContainerHandle) {
    this.handle = handle;
    this.id = handle.id;
    this.name = handle.name;
  }

  async putArchive(directory: string, archive: Readable): Promise<void> {
    if (this.started) {
      throw new RefbenchError({
        kind: 'usage',
        message: `container ${this.name} has already started, so files cannot be added`,
        hint: 'add the files before the start',
      });
    }
    await putArchive(this.handle, directory, archive);
  }

  async start(options: StartOptions = {}): Promise<RunningContainer> {
    if (this.started) throw new Error(`container ${this.name} is started twice`);
    this.started = true;
    const { handle } = this;
    const { api, id, events } = handle;
    const eventBreaks = events.breakCount;
    const [output, wait] = await Promise.all([
      Output.attach(api, id, handle.spec.limits.log_bytes, options.onOutput),
      openWait(api, id, 'next-exit'),
      events.open(),
    ]).catch((error: unknown) => {
      throw engineError(`cannot attach to container ${handle.name}`, error);
    });
    try {
      await api.text({ method: 'POST', path: handle.path('start'), timeoutMs: START_TIMEOUT_MS });
    } catch (error) {
      output.cancel();
      wait.cancel();
      throw engineError(`cannot start container ${handle.name}`, error);
    }
    const ended = waitForExit({
      handle,
      output,
      wait: wait.result,
      eventBreaks,
      signal: options.signal,
    });
    return new RunningHandle(handle, ended);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.handle[Symbol.asyncDispose]();
  }
}

export async function putArchive(
  handle: ContainerHandle,
  directory: string,
  archive: Readable,
): Promise<void> {
  try {
    await handle.api.text({
      method: 'PUT',
      path: handle.path('archive'),
      query: { path: directory, noOverwriteDirNonDir: true },
      upload: archive,
      timeoutMs: undefined,
    });
  } catch (error) {
    throw engineError(`cannot copy files into ${directory} of container ${handle.name}`, error);
  }
}

class RunningHandle implements RunningContainer {
  readonly id: string;
  readonly name: string;
  readonly ended: Promise<StoppedContainer>;
  private readonly handle: ContainerHandle;

  constructor(handle: ContainerHandle, ended: Promise<StoppedContainer>) {
    this.handle = handle;
    this.id = handle.id;
    this.name = handle.name;
    this.ended = ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.handle[Symbol.asyncDispose]();
  }
}
