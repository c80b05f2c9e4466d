import type { Readable } from 'node:stream';
import { RefbenchError } from '@refbench/contracts';
import { parseJson } from '@refbench/files';
import { z } from 'zod';
import { imageAnswer, imageListAnswer } from '../api/answers.ts';
import type { EngineApi } from '../api/engine-api.ts';
import { isNotFound } from '../api/engine-api-error.ts';
import { engineError } from '../api/engine-failure.ts';
import type { ImageInfo, InspectedImage } from '../engine.ts';

const QUICK_MS = 30_000;
const TRANSFER_MS = 60 * 60_000;

/** A line of the engine's report on a transfer: it answers 200 and tells a failure in here. */
const progressSchema = z.object({ error: z.string().optional(), status: z.string().optional() });

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
        imageAnswer,
      );
      return {
        id: withAlgorithm(image.Id),
        tags: image.RepoTags,
        sizeBytes: image.Size,
        labels: image.Config?.Labels ?? {},
        layers: image.RootFS?.Layers ?? [],
      };
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw engineError(`cannot look up image ${reference}`, error);
    }
  }

  /** As `inspect`, but an absent image is an error. */
  async need(reference: string): Promise<ImageInfo> {
    const image = await this.inspect(reference);
    if (image !== undefined) return image;
    throw new RefbenchError({
      kind: 'image',
      message: `image ${reference} is not on this engine`,
      mend: 'build it (`refbench env build`) or pull it first',
    });
  }

  /** Images with a label, given as `key` or `key=value`. */
  async list(label: string): Promise<readonly ImageInfo[]> {
    const images = await this.api
      .json(
        {
          method: 'GET',
          path: '/images/json',
          query: { filters: { label: [label] } },
          timeoutMs: QUICK_MS,
        },
        imageListAnswer,
      )
      .catch((error: unknown) => {
        throw engineError('cannot list images', error);
      });
    return images.map((image) => ({
      id: withAlgorithm(image.Id),
      tags: image.RepoTags,
      sizeBytes: image.Size,
      labels: image.Labels,
    }));
  }

  async pull(reference: string): Promise<ImageInfo> {
    await this.transfer(`cannot pull image ${reference}`, {
      query: { fromImage: pinned(reference) },
    });
    return await this.need(reference);
  }

  async import(
    rootfs: Readable,
    reference: string,
    changes: readonly string[],
  ): Promise<ImageInfo> {
    const statuses = await this.transfer(`cannot import image ${reference}`, {
      query: { fromSrc: '-', changes },
      upload: rootfs,
    });
    // Not every engine takes the whole reference at the import, so it gets its tag afterwards.
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
        // The engine may write the whole image to its own disk before it sends the first byte.
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

  /** Takes a tag away, and the image with its last one; an absent image is fine. */
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
    request: { readonly query: Readonly<Record<string, unknown>>; readonly upload?: Readable },
  ): Promise<readonly string[]> {
    let report: string;
    try {
      report = await this.api.text({
        method: 'POST',
        path: '/images/create',
        timeoutMs: TRANSFER_MS,
        ...request,
      });
    } catch (error) {
      throw engineError(what, error);
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
        mend: 'check the name, and that its registry can be reached',
      });
    }
    return lines.flatMap(({ status }) => status ?? []);
  }
}

function importFailed(reference: string, statuses: readonly string[]): RefbenchError {
  return new RefbenchError({
    kind: 'image',
    message: `cannot import image ${reference}: the engine names no image (${statuses.at(-1) ?? 'it says nothing'})`,
    mend: "read the engine's own log",
  });
}

/** `name:tag`; a colon before a slash belongs to the registry's port. */
export function splitReference(reference: string): {
  readonly repository: string;
  readonly tag: string;
} {
  const colon = reference.lastIndexOf(':');
  if (colon <= reference.lastIndexOf('/')) return { repository: reference, tag: 'latest' };
  return { repository: reference.slice(0, colon), tag: reference.slice(colon + 1) };
}

/** A pull without a tag would fetch every tag there is. */
function pinned(reference: string): string {
  if (reference.includes('@')) return reference;
  const { repository, tag } = splitReference(reference);
  return `${repository}:${tag}`;
}

/** Podman leaves the algorithm out. */
function withAlgorithm(id: string): string {
  return id.includes(':') ? id : `sha256:${id}`;
}
