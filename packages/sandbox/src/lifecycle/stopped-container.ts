import type { Readable } from 'node:stream';
import { RefbenchError } from '@refbench/contracts';
import { errorText } from '@refbench/base';
import { idResponse } from '../api/responses.ts';
import { EngineApiError, isNotFound } from '../api/engine-api-error.ts';
import { engineError } from '../api/engine-failure.ts';
import type { ContainerEnd, ContainerLog, StoppedContainer } from '../contract/container.ts';
import { commitChanges } from './commit-changes.ts';
import { noteBuiltImage } from '../storage/built-images.ts';
import type { HostFolder } from '../contract/storage-plan.ts';
import type { ContainerHandle } from './container-handle.ts';
import { ENV_FILE } from './env-file.ts';
import { splitReference, withAlgorithm } from '../images/images.ts';
import { readSmallFile } from './small-file.ts';

const COMMIT_TIMEOUT_MS = 30 * 60_000;
const HEAD_TIMEOUT_MS = 30_000;

export class StoppedHandle implements StoppedContainer {
  readonly end: ContainerEnd;
  readonly log: ContainerLog;
  readonly durationMs: number;
  readonly processorMs: number | undefined;
  private readonly handle: ContainerHandle;

  constructor(
    handle: ContainerHandle,
    result: Pick<StoppedContainer, 'end' | 'log' | 'durationMs' | 'processorMs'>,
  ) {
    this.handle = handle;
    this.end = result.end;
    this.log = result.log;
    this.durationMs = result.durationMs;
    this.processorMs = result.processorMs;
  }

  async getArchive(path: string): Promise<Readable> {
    const archive = await this.openArchive(path);
    if (archive !== undefined) return archive;
    throw new RefbenchError({
      kind: 'invalid-file',
      message: `${path} does not exist in container ${this.handle.name}`,
      hint: 'specify an existing path of the container outside of its tmpfs',
    });
  }

  async openFolder(path: string): Promise<HostFolder | undefined> {
    return await this.handle.storage.openFolder(path).catch((error: unknown) => {
      throw new RefbenchError({
        kind: 'engine',
        message: `cannot open ${path} of container ${this.handle.name} on this host: ${errorText(error)}`,
        hint: 'check the mounts of this host with `refbench doctor`, then run the same command again',
        cause: error,
      });
    });
  }

  async readFile(path: string, maxBytes: number): Promise<Buffer | undefined> {
    const archive = await this.openUntrusted(path);
    return archive === undefined ? undefined : await readSmallFile(archive, path, maxBytes);
  }

  async commit(reference: string, changes: readonly string[]): Promise<string> {
    const { handle } = this;
    if (handle.spec.profile !== 'build') {
      throw new RefbenchError({
        kind: 'usage',
        message: `container ${handle.name} has the profile ${handle.spec.profile} and cannot be committed`,
        hint: 'commit only containers with the profile build',
      });
    }
    await this.rejectEnvironmentFile();
    const { repository, tag } = splitReference(reference);
    let id: string;
    try {
      const { Id } = await handle.api.json(
        {
          method: 'POST',
          path: '/commit',
          query: {
            container: handle.id,
            repo: repository,
            tag,
            pause: false,
            changes: commitChanges(changes),
          },
          // Podman requires a configuration, even one that changes nothing.
          body: { OpenStdin: false },
          timeoutMs: COMMIT_TIMEOUT_MS,
        },
        idResponse,
      );
      id = withAlgorithm(Id);
    } catch (error) {
      throw engineError(`cannot commit container ${handle.name}`, error);
    }
    await noteBuiltImage(handle.state, id, reference);
    return id;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.handle[Symbol.asyncDispose]();
  }

  /** The command removes the file first. If the file is left, the command never ran. */
  private async rejectEnvironmentFile(): Promise<void> {
    const left = await this.openArchive(ENV_FILE);
    if (left === undefined) return;
    left.destroy();
    throw new RefbenchError({
      kind: 'image',
      message: `container ${this.handle.name} ended before its command started, so it was not committed`,
      hint: 'read its log; the image needs /bin/sh and rm',
    });
  }

  /**
   * Opens a path that the user of the container controls. An obstacle, such as a file in place of a
   * folder, makes the engine fail. If the engine can read the root directory but answers twice with a
   * failure at the path, the path is to blame and not the engine. No answer at all says nothing of the
   * path: this process may lack a file descriptor for the connection.
   */
  private async openUntrusted(path: string): Promise<Readable | undefined> {
    try {
      return await this.openArchive(path);
    } catch (error) {
      if (!isAnswer(error) || !(await this.readsRoot())) throw error;
      return await this.openArchive(path).catch((again: unknown) => {
        if (!isAnswer(again)) throw again;
        throw new RefbenchError({
          kind: 'invalid-file',
          message: `${path} in container ${this.handle.name} cannot be reached`,
          hint: 'fix the program in the container that writes this path',
          cause: error,
        });
      });
    }
  }

  private async readsRoot(): Promise<boolean> {
    const request = {
      method: 'HEAD',
      path: this.handle.path('archive'),
      query: { path: '/' },
      timeoutMs: HEAD_TIMEOUT_MS,
    } as const;
    return await this.handle.api.text(request).then(
      () => true,
      () => false,
    );
  }

  private async openArchive(path: string): Promise<Readable | undefined> {
    await this.handle.storage.freeReserve();
    try {
      return await this.handle.api.stream({
        method: 'GET',
        path: this.handle.path('archive'),
        query: { path },
        timeoutMs: undefined,
      });
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw engineError(`cannot read ${path} of container ${this.handle.name}`, error);
    }
  }
}

/** Returns whether the engine answered, with a failure. */
function isAnswer(error: unknown): boolean {
  return (
    RefbenchError.isInstance(error) &&
    error.cause instanceof EngineApiError &&
    error.cause.status !== undefined
  );
}
