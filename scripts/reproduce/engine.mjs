import { request } from 'node:http';

const DEFAULT_SOCKET = '/var/run/docker.sock';

/**
 * Says why no container engine can be used. Undefined if one answers. Only a local socket is asked,
 * because a reproduction must not work on another machine.
 */
export function whyNoEngine() {
  const host = process.env['DOCKER_HOST'] ?? `unix://${DEFAULT_SOCKET}`;
  if (!host.startsWith('unix://')) return Promise.resolve(`DOCKER_HOST is ${host}, not a socket`);
  const socketPath = host.slice('unix://'.length);
  return new Promise((resolve) => {
    const asked = request({ socketPath, path: '/_ping', timeout: 10_000 }, (response) => {
      response.resume();
      const ok = response.statusCode === 200;
      resolve(ok ? undefined : `the engine at ${socketPath} answered ${response.statusCode}`);
    });
    asked.on('timeout', () => asked.destroy(new Error('it does not answer')));
    asked.on('error', (error) =>
      resolve(`no container engine answers at ${socketPath}: ${error.message}`),
    );
    asked.end();
  });
}
