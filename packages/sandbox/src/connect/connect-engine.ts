import { hostname } from 'node:os';
import { RefbenchError } from '@refbench/contracts';
import { infoResponse, versionResponse } from '../api/responses.ts';
import { EngineApi } from '../api/engine-api.ts';
import { engineError } from '../api/engine-failure.ts';
import { ContainerEngine } from '../engine/container-engine.ts';
import type { Engine } from '../contract/engine.ts';
import type { EngineInfo } from '../contract/engine-info.ts';
import { parseSlow, SLOW_VARIABLE } from '../lifecycle/time-scale.ts';
import { askEndpoints, isTimeout, type FoundSocket } from './find-sockets.ts';
import { endpointInputs, endpoints } from './endpoints.ts';
import { reachEndpoints, type ReachableEndpoint } from './reach-endpoints.ts';
import type { SshTunnel } from './ssh-tunnel.ts';

const INFO_TIMEOUT_MS = 8_000;
const TRIES = 4;

export interface ConnectOptions {
  /** `unix:///path`, `tcp://host:port` or `ssh://host`; if unset, the usual endpoints are tried. */
  readonly host?: string;
  /** Folder for loop files, lower trees and probe results. */
  readonly stateDir: string;
}

/**
 * Connects to the first engine that answers: the host option, DOCKER_HOST, CONTAINER_HOST, the
 * context of the docker CLI, then the sockets of Docker and Podman.
 * @throws RefbenchError kind `engine` with all endpoints that were tried; within seconds, unless one of
 *   them accepts requests and never answers
 */
export async function connectEngine(options: ConnectOptions): Promise<Engine> {
  // Refused here, before anything runs, and not when a limit is reached.
  parseSlow(process.env[SLOW_VARIABLE]);
  const { all, tunnel } = await reachEndpoints(await endpoints(endpointInputs(options.host)));
  try {
    return await connectFirst(all, tunnel, options.stateDir);
  } catch (error) {
    await tunnel?.[Symbol.asyncDispose]();
    throw error;
  }
}

async function connectFirst(
  all: readonly ReachableEndpoint[],
  tunnel: SshTunnel | undefined,
  stateDir: string,
): Promise<Engine> {
  const found = await askUntilAnswer(all);
  const first = all.find((_, index) => found[index]?.state.kind === 'answers');
  if (first === undefined) {
    const tried = found.map(
      ({ source, host, state }) =>
        `${source} (${host}): ${state.kind === 'silent' ? state.reason : ''}`,
    );
    throw new RefbenchError({
      kind: 'engine',
      message: `no container engine answers; tried ${tried.join('; ')}`,
      hint: 'start Docker or Podman, or specify its socket with DOCKER_HOST=unix:///path/to/socket',
    });
  }
  const api = new EngineApi(first.address);
  const { info, engineId } = await readInfo(api, first);
  rejectIgnoredLimits(info);
  return new ContainerEngine({ api, info, engineId, stateDir, tunnel });
}

/** If no engine answers, one that is under load may still do so. */
async function askUntilAnswer(all: readonly ReachableEndpoint[]): Promise<readonly FoundSocket[]> {
  for (let left = TRIES - 1; ; left -= 1) {
    const found = await askEndpoints(all);
    const answers = found.some(({ state }) => state.kind === 'answers');
    const isLate = found.some(({ state }) => state.kind === 'silent' && state.isLate);
    if (left === 0 || answers || !isLate) return found;
  }
}

interface EngineFacts {
  readonly info: EngineInfo;
  /** Identifies the engine in the state folder. */
  readonly engineId: string;
}

/** An engine under load may answer late. What it refuses, it refuses again. */
async function readInfo(api: EngineApi, endpoint: ReachableEndpoint): Promise<EngineFacts> {
  for (let left = TRIES - 1; ; left -= 1) {
    try {
      return await askInfo(api, endpoint);
    } catch (error) {
      if (left === 0 || !isTimeout(error)) {
        throw engineError(`the engine at ${endpoint.host} did not return its version`, error);
      }
    }
  }
}

async function askInfo(api: EngineApi, endpoint: ReachableEndpoint): Promise<EngineFacts> {
  const [version, info] = await Promise.all([
    api.json({ method: 'GET', path: '/version', timeoutMs: INFO_TIMEOUT_MS }, versionResponse),
    api.json({ method: 'GET', path: '/info', timeoutMs: INFO_TIMEOUT_MS }, infoResponse),
  ]);
  const isPodman = version.Components.some((part) => part.Name.startsWith('Podman'));
  return {
    engineId: `${isPodman ? 'podman' : (info.ID ?? 'docker')} ${endpoint.host} ${info.DockerRootDir}`,
    info: {
      kind: isPodman ? 'podman' : 'docker',
      version: version.Version,
      apiVersion: version.ApiVersion,
      socketPath: endpoint.host.replace(/^unix:\/\//, ''),
      hostName: info.Name ?? hostname(),
      cgroupVersion: info.CgroupVersion === '2' ? 2 : 1,
      rootless: info.SecurityOptions.some((option) => option.includes('rootless')),
      cpus: info.NCPU,
      memoryBytes: info.MemTotal,
      storageDriver: info.Driver,
      dataDir: info.DockerRootDir,
    },
  };
}

function rejectIgnoredLimits(info: EngineInfo): void {
  if (!info.rootless || info.cgroupVersion === 2) return;
  throw new RefbenchError({
    kind: 'engine',
    message: `the rootless engine at ${info.socketPath} runs on cgroup v1, where it ignores memory and process limits`,
    hint: 'use a host with cgroup v2, or an engine that runs as root',
  });
}
