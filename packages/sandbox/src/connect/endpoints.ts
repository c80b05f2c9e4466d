import { homedir } from 'node:os';
import { join } from 'node:path';
import { RefbenchError } from '@refbench/contracts';
import type { EngineAddress } from '../api/engine-api.ts';
import { contextHost } from './docker-context.ts';

/** An endpoint where an engine may listen, and the source that names it. */
export interface Endpoint {
  readonly source: string;
  readonly host: string;
  readonly address: EngineAddress | SshAddress;
}

/** An engine that is reached through a tunnel. */
export interface SshAddress {
  readonly kind: 'ssh';
}

export interface EndpointInputs {
  readonly host: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly uid: number;
  readonly home: string;
}

export function endpointInputs(host: string | undefined): EndpointInputs {
  const uid = process.getuid?.() ?? 0;
  return { host, env: process.env, uid, home: homedir() };
}

/**
 * Returns the endpoints to try, in order. If the user names an endpoint, no other is tried: a fallback
 * would run the containers on an unexpected engine.
 */
export async function endpoints(inputs: EndpointInputs): Promise<readonly Endpoint[]> {
  const { host, env } = inputs;
  if (host !== undefined) return [endpoint('the host option', host)];
  const named = ['DOCKER_HOST', 'CONTAINER_HOST'].find((name) => (env[name] ?? '') !== '');
  if (named !== undefined) return [endpoint(named, env[named] ?? '')];
  const context = await contextHost(env, inputs.home);
  if (context !== undefined) return [endpoint(`docker context "${context.name}"`, context.host)];
  return wellKnown(inputs);
}

function wellKnown(inputs: EndpointInputs): readonly Endpoint[] {
  const runtime = inputs.env['XDG_RUNTIME_DIR'] ?? `/run/user/${inputs.uid}`;
  const paths = [
    ['Docker', '/var/run/docker.sock'],
    ['rootless Docker', join(runtime, 'docker.sock')],
    ['Docker Desktop', join(inputs.home, '.docker/run/docker.sock')],
    ['Podman', '/run/podman/podman.sock'],
    ['rootless Podman', join(runtime, 'podman/podman.sock')],
  ] as const;
  return paths.map(([source, path]) => endpoint(source, `unix://${path}`));
}

function endpoint(source: string, host: string): Endpoint {
  return { source, host, address: parseHost(source, host) };
}

/** Parses `unix:///path`, a bare `/path`, `tcp://host:port` or `ssh://host`. */
export function parseHost(source: string, host: string): EngineAddress | SshAddress {
  if (host.startsWith('/')) return { kind: 'unix', path: host };
  if (host.startsWith('unix://')) return { kind: 'unix', path: host.slice('unix://'.length) };
  if (URL.canParse(host)) {
    const { protocol, hostname, port } = new URL(host);
    if (protocol === 'tcp:' || protocol === 'http:') {
      return { kind: 'tcp', host: hostname, port: port === '' ? 2375 : Number(port) };
    }
    // A name that begins with a hyphen would be an option of ssh.
    if (protocol === 'ssh:' && hostname !== '' && !hostname.startsWith('-')) return { kind: 'ssh' };
  }
  throw new RefbenchError({
    kind: 'engine',
    message: `${source} names ${JSON.stringify(host)}, which is not a valid address`,
    hint: 'use unix:///path/to/socket, tcp://host:port or ssh://user@host',
  });
}
