import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseHost, endpoints, type EndpointInputs } from './endpoints.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'refbench-home-'));
});
afterEach(async () => {
  await rm(home, { recursive: true });
});

async function hosts(inputs: Partial<EndpointInputs>): Promise<readonly string[]> {
  const all = await endpoints({ host: undefined, env: {}, uid: 1000, home, ...inputs });
  return all.map(({ source, host }) => `${source} ${host}`);
}

async function useContext(name: string, host: string): Promise<void> {
  const digest = createHash('sha256').update(name).digest('hex');
  const folder = join(home, '.docker/contexts/meta', digest);
  await mkdir(folder, { recursive: true });
  await writeFile(join(home, '.docker/config.json'), JSON.stringify({ currentContext: name }));
  const meta = { Name: name, Endpoints: { docker: { Host: host } } };
  await writeFile(join(folder, 'meta.json'), JSON.stringify(meta));
}

describe('endpoints', () => {
  it('uses only the first endpoint that the user specified', async () => {
    await useContext('desk', 'unix:///context.sock');
    const env = { DOCKER_HOST: 'unix:///d.sock', CONTAINER_HOST: 'unix:///c.sock' };
    expect(await hosts({ host: 'unix:///o.sock', env })).toEqual([
      'the host option unix:///o.sock',
    ]);
    expect(await hosts({ env })).toEqual(['DOCKER_HOST unix:///d.sock']);
    expect(await hosts({ env: { ...env, DOCKER_HOST: '' } })).toEqual([
      'CONTAINER_HOST unix:///c.sock',
    ]);
    expect(await hosts({})).toEqual(['docker context "desk" unix:///context.sock']);
  });

  it('tries the usual endpoints by default', async () => {
    await useContext('default', 'unix:///unused.sock');
    const wellKnown = [
      'Docker unix:///var/run/docker.sock',
      'rootless Docker unix:///run/user/1000/docker.sock',
      `Docker Desktop unix://${home}/.docker/run/docker.sock`,
      'Podman unix:///run/podman/podman.sock',
      'rootless Podman unix:///run/user/1000/podman/podman.sock',
    ];
    expect(await hosts({})).toEqual(wellKnown);
    const moved = await hosts({ env: { XDG_RUNTIME_DIR: '/xdg' } });
    expect(moved[1]).toBe('rootless Docker unix:///xdg/docker.sock');
  });

  it('rejects an unsupported address and names its source', () => {
    expect(parseHost('DOCKER_HOST', 'tcp://10.0.0.1:2376')).toEqual({
      kind: 'tcp',
      host: '10.0.0.1',
      port: 2376,
    });
    expect(parseHost('DOCKER_HOST', 'ssh://me@there')).toEqual({ kind: 'ssh' });
    for (const host of [
      'ssh://',
      'ssh://-oProxyCommand=x',
      'npipe:////./pipe/docker',
      'nonsense',
    ]) {
      expect(() => parseHost('DOCKER_HOST', host)).toThrow(`DOCKER_HOST names "${host}"`);
    }
  });
});
