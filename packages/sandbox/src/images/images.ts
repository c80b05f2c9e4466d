import type { Readable } from 'node:stream';
import { RefbenchError } from '@refbench/contracts';
import { parseJson } from '@refbench/base';
import { z } from 'zod';
import { imageResponse, imageHistoryResponse, imageListResponse } from '../api/responses.ts';
import type { EngineApi, EngineRequest, RegistryAuth } from '../api/engine-api.ts';
import { EngineApiError, isNotFound } from '../api/engine-api-error.ts';
import { engineError } from '../api/engine-failure.ts';
import type { ImageInfo, InspectedImage } from '../contract/engine.ts';

const QUICK_MS = 30_000;
const TRANSFER_MS = 60 * 60_000;

/**
 * A line of the progress report of a transfer. The engine returns status 200 and reports failures
 * here.
 */
const progressSchema = z.object({
  error: z.string().optional(),
  status: z.string().optional(),
  aux: z.object({ Digest: z.string().optional() }).optional(),
});

/** The images of one engine. */
export class Images {
  private readonly api: EngineApi;

  constructor(api: EngineApi) {
    this.api = api;
  }

  async inspect(reference: string): Promise<InspectedImage | undefined> {
    try {
      const image = await this.api.json(
        { method: 'GET', path: `/images/${reference}/json`, timeoutMs: QUICK_MS },
        imageResponse,
      );
      return {
        id: withAlgorithm(image.Id),
        tags: namesOf(image.RepoTags),
        sizeBytes: image.Size,
        createdMs: Date.parse(image.Created),
        parentId: parentOf(image.Parent),
        labels: image.Config?.Labels ?? {},
        layers: image.RootFS?.Layers ?? [],
        env: image.Config?.Env ?? [],
      };
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw engineError(`cannot look up image ${reference}`, error);
    }
  }

  /** Like `inspect`, but a missing image is an error. */
  async need(reference: string): Promise<ImageInfo> {
    const image = await this.inspect(reference);
    if (image !== undefined) return image;
    throw new RefbenchError({
      kind: 'image',
      message: `image ${reference} does not exist on this engine`,
      hint: 'build it (`refbench env build`) or pull it first',
    });
  }

  async history(reference: string): Promise<readonly string[]> {
    try {
      const steps = await this.api.json(
        { method: 'GET', path: `/images/${reference}/history`, timeoutMs: QUICK_MS },
        imageHistoryResponse,
      );
      return steps.map((step) => `${step.CreatedBy} ${step.Comment}`);
    } catch (error) {
      throw engineError(`cannot read the history of image ${reference}`, error);
    }
  }

  /** Lists the images with a label, given as `key` or `key=value`. */
  async list(label: string, intermediate: boolean): Promise<readonly ImageInfo[]> {
    const images = await this.api
      .json(
        {
          method: 'GET',
          path: '/images/json',
          query: { all: intermediate, filters: { label: [label] } },
          timeoutMs: QUICK_MS,
        },
        imageListResponse,
      )
      .catch((error: unknown) => {
        throw engineError('cannot list images', error);
      });
    return images.map((image) => ({
      id: withAlgorithm(image.Id),
      tags: namesOf(image.RepoTags),
      sizeBytes: image.Size,
      createdMs: image.Created * 1000,
      parentId: parentOf(image.ParentId),
      labels: image.Labels,
    }));
  }

  /** The ids of all images, also those without a name. */
  async ids(): Promise<ReadonlySet<string>> {
    const images = await this.api
      .json(
        { method: 'GET', path: '/images/json', query: { all: true }, timeoutMs: QUICK_MS },
        imageListResponse,
      )
      .catch((error: unknown) => {
        throw engineError('cannot list images', error);
      });
    return new Set(images.map(({ Id }) => withAlgorithm(Id)));
  }

  async pull(reference: string, auth?: RegistryAuth): Promise<ImageInfo> {
    await this.transfer(`cannot pull image ${reference}`, {
      path: '/images/create',
      query: { fromImage: pinned(reference) },
      ...(auth === undefined ? {} : { registryAuth: auth }),
    });
    return await this.need(reference);
  }

  /** Pushes a tag to its registry and returns the digest that the registry assigned. */
  async push(reference: string, auth?: RegistryAuth): Promise<string> {
    const { repository, tag } = splitReference(reference);
    const report = await this.transfer(`cannot push image ${reference}`, {
      path: `/images/${repository}/push`,
      query: { tag },
      // The engine requires the header even without credentials.
      registryAuth: auth ?? { username: '', password: '', serveraddress: '' },
    });
    const digest = report.findLast(({ aux }) => aux?.Digest !== undefined)?.aux?.Digest;
    if (digest !== undefined) return digest;
    throw new RefbenchError({
      kind: 'image',
      message: `cannot push image ${reference}: the registry returned no digest`,
      hint: 'check that the address belongs to a container registry',
    });
  }

  async import(
    rootfs: Readable,
    reference: string,
    changes: readonly string[],
  ): Promise<ImageInfo> {
    const report = await this.transfer(`cannot import image ${reference}`, {
      path: '/images/create',
      query: { fromSrc: '-', changes },
      upload: rootfs,
    });
    const statuses = report.flatMap(({ status }) => status ?? []);
    // Not every engine accepts the whole reference on import, so the tag is added afterwards.
    const id = statuses.findLast((status) => /^(sha256:)?[0-9a-f]{64}$/.test(status));
    if (id === undefined) throw importFailed(reference, statuses);
    await this.tag(id, reference);
    return await this.need(reference);
  }

  async save(reference: string): Promise<Readable> {
    try {
      return await this.api.stream({
        method: 'GET',
        path: `/images/${reference}/get`,
        // The engine may write the whole image to disk before it sends the first byte.
        timeoutMs: undefined,
      });
    } catch (error) {
      throw engineError(`cannot read image ${reference}`, error);
    }
  }

  async tag(id: string, reference: string): Promise<void> {
    const { repository, tag } = splitReference(reference);
    await this.api
      .text({
        method: 'POST',
        path: `/images/${id}/tag`,
        query: { repo: repository, tag },
        timeoutMs: QUICK_MS,
      })
      .catch((error: unknown) => {
        throw engineError(`cannot tag image ${id} as ${reference}`, error);
      });
  }

  /** Removes a tag, and the image with its last tag. A missing image is not an error. */
  async remove(reference: string): Promise<void> {
    try {
      await this.api.text({
        method: 'DELETE',
        path: `/images/${reference}`,
        timeoutMs: TRANSFER_MS,
      });
    } catch (error) {
      if (!isNotFound(error)) throw engineError(`cannot remove image ${reference}`, error);
    }
  }

  private async transfer(
    what: string,
    request: Pick<EngineRequest, 'path' | 'query' | 'upload' | 'registryAuth'>,
  ): Promise<readonly z.infer<typeof progressSchema>[]> {
    let report: string;
    try {
      report = await this.api.text({
        method: 'POST',
        timeoutMs: TRANSFER_MS,
        ...request,
      });
    } catch (error) {
      if (request.upload !== undefined) throw engineError(what, error);
      throw registryError(what, error);
    }
    const lines = report
      .split('\n')
      .map((line) => parseJson(line, progressSchema))
      .flatMap((line) => (line.kind === 'valid' ? [line.value] : []));
    const failure = lines.find(({ error }) => error !== undefined)?.error;
    if (failure !== undefined) {
      throw new RefbenchError({
        kind: 'image',
        message: `${what}: ${failure}`,
        hint: REGISTRY_HINT,
      });
    }
    return lines;
  }
}

const REGISTRY_HINT =
  'check the name and the login, and check that the engine reaches the registry';

/** The engine passes the answer of a registry on as its own, with a status. */
function registryError(what: string, error: unknown): unknown {
  if (!(error instanceof EngineApiError) || error.status === undefined) {
    return engineError(what, error);
  }
  return new RefbenchError({
    kind: 'image',
    message: `${what}: ${error.message.replace(/^\w+ \S+: /, '')}`,
    hint: REGISTRY_HINT,
    cause: error,
  });
}

function importFailed(reference: string, statuses: readonly string[]): RefbenchError {
  return new RefbenchError({
    kind: 'image',
    message: `cannot import image ${reference}: the engine returned no image (${statuses.at(-1) ?? 'no output'})`,
    hint: 'read the log of the engine',
  });
}

/** Splits `name:tag`. A colon before a slash belongs to the port of the registry. */
export function splitReference(reference: string): {
  readonly repository: string;
  readonly tag: string;
} {
  const colon = reference.lastIndexOf(':');
  if (colon <= reference.lastIndexOf('/')) return { repository: reference, tag: 'latest' };
  return { repository: reference.slice(0, colon), tag: reference.slice(colon + 1) };
}

/** Adds a tag, because a pull without a tag would fetch all tags. */
function pinned(reference: string): string {
  if (reference.includes('@')) return reference;
  const { repository, tag } = splitReference(reference);
  return `${repository}:${tag}`;
}

/** Docker reports this placeholder for an image without a name. */
function namesOf(tags: readonly string[]): readonly string[] {
  return tags.filter((tag) => tag !== '<none>:<none>');
}

function parentOf(id: string | undefined): string | undefined {
  return id === undefined || id === '' ? undefined : withAlgorithm(id);
}

/** Adds the algorithm, which Podman omits. */
export function withAlgorithm(id: string): string {
  return id.includes(':') ? id : `sha256:${id}`;
}
