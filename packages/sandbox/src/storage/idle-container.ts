import type { Readable } from 'node:stream';
import { idResponse } from '../api/responses.ts';
import type { EngineApi } from '../api/engine-api.ts';
import { removeContainer } from '../api/remove.ts';

const CREATE_TIMEOUT_MS = 120_000;
const TEXT_TIMEOUT_MS = 60_000;

interface IdleContainerParts {
  readonly imageId: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly hostConfig?: object;
}

/** A container that never starts. The archive API of the engine reads and writes its files. */
export class IdleContainer implements AsyncDisposable {
  private readonly api: EngineApi;
  private readonly id: string;

  private constructor(api: EngineApi, id: string) {
    this.api = api;
    this.id = id;
  }

  static async create(
    api: EngineApi,
    { imageId, labels, hostConfig }: IdleContainerParts,
  ): Promise<IdleContainer> {
    const { Id } = await api.json(
      {
        method: 'POST',
        path: '/containers/create',
        body: {
          Image: imageId,
          Entrypoint: ['true'],
          Labels: labels,
          NetworkDisabled: true,
          HostConfig: { NetworkMode: 'none', ...hostConfig },
        },
        timeoutMs: CREATE_TIMEOUT_MS,
      },
      idResponse,
    );
    return new IdleContainer(api, Id);
  }

  /** Unpacks an archive into a directory. A large one takes as long as it takes. */
  async put(directory: string, archive: Readable, timeoutMs?: number): Promise<void> {
    const { path } = this;
    await this.api.text({
      method: 'PUT',
      path,
      query: { path: directory },
      upload: archive,
      timeoutMs,
    });
  }

  /** Returns the archive of a file or folder. @throws EngineApiError with status 404 without one */
  async get(path: string): Promise<Readable> {
    const request = { method: 'GET', path: this.path, query: { path } } as const;
    return await this.api.stream({ ...request, timeoutMs: undefined });
  }

  /** Returns the archive of a small file as text. @throws EngineApiError with status 404 without one */
  async getText(path: string): Promise<string> {
    const request = { method: 'GET', path: this.path, query: { path } } as const;
    return await this.api.text({ ...request, timeoutMs: TEXT_TIMEOUT_MS });
  }

  private get path(): string {
    return `/containers/${this.id}/archive`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await removeContainer(this.api, this.id);
  }
}
