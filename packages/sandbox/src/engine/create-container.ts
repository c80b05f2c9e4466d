import { RefbenchError } from '@refbench/contracts';
import { idAnswer, postureAnswer } from '../api/answers.ts';
import type { EngineApi } from '../api/engine-api.ts';
import { engineError } from '../api/engine-failure.ts';
import type { CreatedContainer } from '../container.ts';
import type { ContainerSpec } from '../container-spec.ts';
import type { EngineInfo, ImageInfo } from '../engine.ts';
import { ContainerHandle } from '../life/container-handle.ts';
import { CreatedHandle, putArchive } from '../life/created-container.ts';
import { commandWithEnvironment, environmentFile } from '../life/env-file.ts';
import type { EventWatch } from '../life/event-watch.ts';
import { containerName } from '../posture/container-name.ts';
import { createBody, type CreateBody } from '../posture/create-body.ts';
import { labelsOf } from '../posture/labels.ts';
import { postureDifferences } from '../posture/posture-check.ts';
import { advisoryStorage } from '../storage/layer-storage.ts';

const CREATE_TIMEOUT_MS = 120_000;
const INSPECT_TIMEOUT_MS = 30_000;

export interface CreateParts {
  readonly api: EngineApi;
  readonly info: EngineInfo;
  readonly events: EventWatch;
  readonly image: ImageInfo;
  readonly spec: ContainerSpec;
}

/** Create, read back, compare. What fails on the way leaves nothing behind. */
export async function createContainer(parts: CreateParts): Promise<CreatedContainer> {
  const { api, info, spec, events } = parts;
  const storage = advisoryStorage();
  const built = withoutEnvironment(spec);
  const body = createBody({
    spec: built,
    imageId: parts.image.id,
    labels: labelsOf(spec.labels),
    engine: info,
    storage,
  });
  const name = containerName(spec.labels);
  const { Id } = await create(api, name, body);
  const handle = new ContainerHandle({ api, spec, storage, events, id: Id, name });
  try {
    await checkPosture(handle, body);
    if (built !== spec) await putArchive(handle, '/', environmentFile(spec.env));
    return new CreatedHandle(handle);
  } catch (error) {
    await handle[Symbol.asyncDispose]();
    throw error;
  }
}

/** Variables of a build go in by a file, as a commit would keep them. */
function withoutEnvironment(spec: ContainerSpec): ContainerSpec {
  if (spec.profile !== 'build') return spec;
  return { ...spec, env: {}, command: commandWithEnvironment(spec.command) };
}

async function create(api: EngineApi, name: string, body: CreateBody): Promise<{ Id: string }> {
  try {
    return await api.json(
      {
        method: 'POST',
        path: '/containers/create',
        query: { name },
        body,
        timeoutMs: CREATE_TIMEOUT_MS,
      },
      idAnswer,
    );
  } catch (error) {
    throw engineError(`cannot create container ${name}`, error);
  }
}

async function checkPosture(handle: ContainerHandle, body: CreateBody): Promise<void> {
  const inspected = await handle.api
    .json(
      { method: 'GET', path: handle.path('json'), timeoutMs: INSPECT_TIMEOUT_MS },
      postureAnswer,
    )
    .catch((error: unknown) => {
      throw engineError(`cannot read container ${handle.name} back`, error);
    });
  const [difference] = postureDifferences(body, inspected);
  if (difference === undefined) return;
  const { field, expected, actual } = difference;
  throw new RefbenchError({
    kind: 'engine',
    message: `the engine changed ${field}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual) ?? 'nothing'}`,
    mend: field.startsWith('Mounts ')
      ? 'an image with a VOLUME cannot be held to its storage: build one without'
      : 'use an engine that keeps this limit; nothing was started',
  });
}
