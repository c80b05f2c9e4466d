import type Docker from 'dockerode';
import type { ContainerSpec } from '../contract/container-spec.ts';
import type { EngineInfo } from '../contract/engine-info.ts';
import type { Mount, StoragePlan } from '../contract/storage-plan.ts';
import { PROFILES } from './profile.ts';
import { seccompOption } from './seccomp.ts';
import { ulimitsOf } from './ulimits.ts';

/** The create request. The published types lack a field of API 1.41. */
export interface CreateBody extends Omit<Docker.ContainerCreateOptions, 'name' | 'HostConfig'> {
  readonly HostConfig: HostConfig;
}

interface HostConfig extends Omit<Docker.HostConfig, 'Mounts'> {
  readonly CgroupnsMode?: 'private';
  readonly Mounts: readonly Mount[];
}

export interface CreateInput {
  readonly spec: ContainerSpec;
  readonly imageId: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly engine: EngineInfo;
  readonly storage: StoragePlan;
  /** Name of the network. `none` for profiles without a network. */
  readonly network: string;
}

const MEBIBYTE = 2 ** 20;

/** The same on every host, because tests may print it. */
const HOST_NAME = 'sandbox';

/** Loop devices state the paths of their files, which are in the user's state folder. */
const LOOP_DEVICES = '/sys/devices/virtual/block';

/**
 * Builds the create request of a container except for its name. Empty values are deliberate: the
 * check of the security profile rejects an engine that fills them.
 */
export function createBody(input: CreateInput): CreateBody {
  const { spec, engine, storage } = input;
  const profile = PROFILES[spec.profile];
  return {
    Image: input.imageId,
    // Uses the entrypoint, so that the entrypoint of the image cannot wrap the command.
    Entrypoint: [...spec.command],
    Cmd: [],
    Env: Object.entries(spec.env).map(([key, value]) => `${key}=${value}`),
    WorkingDir: spec.workingDir,
    User: profile.user,
    Hostname: HOST_NAME,
    Labels: { ...input.labels },
    StopSignal: 'SIGTERM',
    Tty: false,
    OpenStdin: false,
    AttachStdin: false,
    Healthcheck: { Test: ['NONE'] },
    HostConfig: {
      Privileged: false,
      CapDrop: ['ALL'],
      CapAdd: [...profile.capabilities],
      SecurityOpt: ['no-new-privileges', ...seccompOption(spec.profile, engine)],
      NetworkMode: input.network,
      ReadonlyRootfs: profile.closedRoot && storage.ownFileSystem,
      PidsLimit: spec.limits.pids,
      Memory: spec.limits.memory_bytes,
      // Equal to the memory, so that there is no swap. The default is twice the memory.
      MemorySwap: spec.limits.memory_bytes,
      // If the host runs out of memory, the kernel kills the container before the runner.
      OomScoreAdj: 500,
      OomKillDisable: false,
      NanoCpus: Math.round(Math.min(spec.limits.cpus, engine.cpus) * 1e9),
      Ulimits: ulimitsOf(spec.limits),
      IpcMode: 'private',
      // Not supported by the runtime of Podman on cgroup v1.
      ...(engine.kind === 'podman' && engine.cgroupVersion === 1
        ? {}
        : { CgroupnsMode: 'private' as const }),
      PidMode: '',
      UTSMode: '',
      UsernsMode: '',
      ShmSize: smallTmpfsBytes(spec, 256 * MEBIBYTE),
      Init: true,
      AutoRemove: false,
      RestartPolicy: { Name: 'no' },
      LogConfig: logConfig(engine),
      Binds: [],
      Mounts: [...spec.mounts.map((mount) => storage.readOnly(mount)), ...storage.mounts],
      Tmpfs: tmpfsOf(spec, storage),
      Devices: [],
      DeviceRequests: [],
      // Engines only do this on a network. Servers and loggers of tests look up the name of their host.
      ExtraHosts: [`${HOST_NAME}:127.0.0.1`],
      Dns: [],
      PortBindings: {},
      PublishAllPorts: false,
      ...(storage.storageOpt === undefined ? {} : { StorageOpt: storage.storageOpt }),
    },
  };
}

/**
 * A tmpfs counts as memory, so it must be full long before the container is killed for its memory.
 */
function smallTmpfsBytes(spec: ContainerSpec, most: number): number {
  return Math.min(most, Math.floor(spec.limits.memory_bytes / 4));
}

function tmpfsOf(spec: ContainerSpec, storage: StoragePlan): Record<string, string> {
  const hidden = storage.ownFileSystem ? { [LOOP_DEVICES]: 'ro,nosuid,nodev,noexec,size=4k' } : {};
  const closed = PROFILES[spec.profile].closedRoot && storage.ownFileSystem;
  if (!closed) return hidden;
  const small = (most: number): string =>
    `rw,nosuid,nodev,size=${smallTmpfsBytes(spec, most * MEBIBYTE)},mode=1777`;
  const taken = new Set([...spec.writable, ...spec.mounts.map((mount) => mount.target)]);
  // /tmp must be executable, because go test, node-gyp and JNI libraries run programs there.
  const all = { '/run': `${small(16)},noexec`, '/tmp': `${small(64)},exec` };
  const free = Object.entries(all).filter(([path]) => !taken.has(path));
  return { ...Object.fromEntries(free), ...hidden };
}

/** The engine keeps a size-limited copy of the log for inspection after the runner was killed. */
function logConfig(engine: EngineInfo): NonNullable<Docker.HostConfig['LogConfig']> {
  if (engine.kind === 'podman') return { Type: 'k8s-file', Config: { 'max-size': '20MB' } };
  // Compression of rotated logs would only slow the container down.
  const size = { 'max-size': '10m', 'max-file': '2', compress: 'false' };
  return { Type: 'local', Config: size };
}
