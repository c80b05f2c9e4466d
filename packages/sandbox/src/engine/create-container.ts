import { RefbenchError } from '@refbench/contracts';
import { errorText, type Claim } from '@refbench/base';
import { idResponse, securityProfileResponse } from '../api/responses.ts';
import type { EngineApi } from '../api/engine-api.ts';
import { engineError } from '../api/engine-failure.ts';
import type { CreatedContainer } from '../contract/container.ts';
import type { ContainerSpec } from '../contract/container-spec.ts';
import type { ImageInfo } from '../contract/engine.ts';
import type { EngineInfo } from '../contract/engine-info.ts';
import { ContainerHandle } from '../lifecycle/container-handle.ts';
import { CreatedHandle, putArchive } from '../lifecycle/created-container.ts';
import { commandWithEnvironment, environmentFile } from '../lifecycle/env-file.ts';
import type { EventWatch } from '../lifecycle/event-watch.ts';
import type { BuildAccess, BuildNetworkProvider } from '../network/build-network.ts';
import { containerName } from '../security-profile/container-name.ts';
import { createBody, type CreateBody } from '../security-profile/create-body.ts';
import { PROFILES } from '../security-profile/profile.ts';
import { labelsOf } from '../security-profile/labels.ts';
import { PODMAN_API, podmanSecurityProfile } from '../security-profile/podman-security-profile.ts';
import { securityProfileDifferences } from '../security-profile/check-security-profile.ts';
import { absentDirectories } from '../storage/absent-directories.ts';
import type { StateFolder } from '../storage/state-folder.ts';
import type { StoragePlan } from '../contract/storage-plan.ts';
import type { StorageProvider } from '../storage/storage-provider.ts';
import { writableDirectories } from '../storage/writable-directories.ts';

const CREATE_TIMEOUT_MS = 120_000;
const INSPECT_TIMEOUT_MS = 30_000;

export interface CreateParts {
  readonly api: EngineApi;
  readonly info: EngineInfo;
  readonly events: EventWatch;
  readonly storages: StorageProvider;
  readonly networks: BuildNetworkProvider;
  readonly state: StateFolder;
  readonly image: ImageInfo;
  readonly spec: ContainerSpec;
}

/**
 * Creates a container, inspects it and compares the result with the request. A failure leaves
 * nothing behind.
 */
export async function createContainer(parts: CreateParts): Promise<CreatedContainer> {
  const { spec, image, storages } = parts;
  const name = containerName(spec.labels);
  // Not released if anything fails: the engine may create the container after its answer was lost.
  const claim = await parts.state.claim();
  const labels = labelsOf(spec.labels, await parts.state.id());
  const storage = await storages.plan({ spec, imageId: image.id, name, labels });
  const built = withoutEnvironment(spec);
  const network = await networkOf(parts);
  const body = createBody({
    spec: built,
    imageId: image.id,
    labels,
    engine: parts.info,
    storage,
    network: network?.isolation.network ?? 'none',
  });
  // Waits for both before anything is removed, so that neither is left behind.
  const [container, disk] = await Promise.allSettled([
    createOn(parts, { storage, network: network ?? NO_NETWORK, name, claim }, body),
    storage.prepareDisk(),
  ]);
  try {
    if (container.status === 'rejected') throw container.reason;
    const handle = container.value;
    if (disk.status === 'rejected') throw storageError(name, disk.reason);
    await checkSecurityProfile(handle, body, parts.info);
    if (built !== spec) await putArchive(handle, '/', environmentFile(spec.env));
    if (!storage.ownFileSystem) await addAbsentDirectories(handle);
    return new CreatedHandle(handle);
  } catch (error) {
    await (container.status === 'fulfilled' ? container.value : storage)[Symbol.asyncDispose]();
    if (container.status === 'rejected') await network?.[Symbol.asyncDispose]();
    throw error;
  }
}

const NO_NETWORK: AsyncDisposable = { [Symbol.asyncDispose]: () => Promise.resolve() };

async function networkOf({ spec, networks }: CreateParts): Promise<BuildAccess | undefined> {
  if (PROFILES[spec.profile].network === 'none') return undefined;
  try {
    return await networks.provide(spec.hostServices ?? []);
  } catch (error) {
    throw engineError('cannot create the build network', error);
  }
}

async function createOn(
  parts: CreateParts,
  resources: {
    readonly storage: StoragePlan;
    readonly network: AsyncDisposable;
    readonly name: string;
    readonly claim: Claim;
  },
  body: CreateBody,
): Promise<ContainerHandle> {
  const { api, spec, events, state } = parts;
  const { storage, name } = resources;
  await storage.createVolumes().catch((error: unknown) => {
    throw engineError(`cannot create the volumes of container ${name}`, error);
  });
  const { Id } = await create(api, name, body);
  return new ContainerHandle({ api, spec, events, state, id: Id, ...resources });
}

/**
 * Creates the writable directories that the image lacks. With overlay storage they are created on
 * the disk instead.
 */
async function addAbsentDirectories(handle: ContainerHandle): Promise<void> {
  const directories = writableDirectories(handle.spec.writable);
  const absent = await absentDirectories(handle.api, handle.id, directories).catch(
    (error: unknown) => {
      throw engineError(`cannot inspect container ${handle.name}`, error);
    },
  );
  if (absent !== undefined) await putArchive(handle, '/', absent);
}

function storageError(name: string, cause: unknown): unknown {
  if (RefbenchError.isInstance(cause)) return cause;
  return new RefbenchError({
    kind: 'disk',
    message: `cannot create the disk of container ${name}: ${errorText(cause)}`,
    hint: 'free space and loop devices (`refbench gc`), then run the same command again',
    cause,
  });
}

/** Passes the variables of a build in a file, because a commit would store them in the image. */
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
      idResponse,
    );
  } catch (error) {
    throw engineError(`cannot create container ${name}`, error);
  }
}

async function checkSecurityProfile(
  handle: ContainerHandle,
  body: CreateBody,
  info: EngineInfo,
): Promise<void> {
  const podman = info.kind === 'podman';
  const path = handle.path('json');
  const inspected = await handle.api
    .json(
      {
        method: 'GET',
        path: podman ? PODMAN_API + path : path,
        timeoutMs: INSPECT_TIMEOUT_MS,
      },
      podman ? podmanSecurityProfile : securityProfileResponse,
    )
    .catch((error: unknown) => {
      throw engineError(`cannot inspect container ${handle.name}`, error);
    });
  const [difference] = securityProfileDifferences(body, inspected);
  if (difference === undefined) return;
  const { field, expected, actual } = difference;
  throw new RefbenchError({
    kind: 'engine',
    message: `the engine changed ${field}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual) ?? 'nothing'}`,
    hint: field.startsWith('Mounts ')
      ? 'the storage of an image with a VOLUME cannot be limited; use an image without one'
      : 'use an engine that enforces this limit; the container was not started',
  });
}
