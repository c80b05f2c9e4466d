import { DEFAULT_LIMITS, type Limits, type ProfileName } from '@refbench/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { InspectedSecurityProfile } from '../api/responses.ts';
import type { EngineInfo } from '../contract/engine-info.ts';
import { advisoryStorage } from '../storage/layer-storage.ts';
import { createBody, type CreateBody } from './create-body.ts';
import { securityProfileDifferences } from './check-security-profile.ts';

const engine: EngineInfo = {
  kind: 'docker',
  version: '1',
  apiVersion: '1.41',
  socketPath: '/engine.sock',
  hostName: 'host',
  cgroupVersion: 2,
  rootless: false,
  cpus: 2,
  memoryBytes: 2 ** 34,
  storageDriver: 'overlay2',
  dataDir: '/var/lib/docker',
};

function bodyOf(profile: ProfileName, limits: Partial<Limits> = {}): CreateBody {
  return createBody({
    network: 'none',
    spec: {
      profile,
      image: 'image',
      command: ['true'],
      env: { KEY: 'value' },
      workingDir: '/guest',
      limits: { ...DEFAULT_LIMITS[profile], ...limits },
      mounts: [{ source: '/host', target: '/guest' }],
      writable: ['/guest'],
      labels: { run: 'r', instance: 'i', attempt: '1', phase: 'p' },
    },
    imageId: 'sha256:1',
    labels: { 'refbench.run': 'r' },
    engine,
    storage: advisoryStorage(),
  });
}

/**
 * The response of an engine that applied the request, with a different order, other forms of empty
 * values, and defaults.
 */
function faithful(body: CreateBody): InspectedSecurityProfile {
  const { HostConfig, ...config } = structuredClone(body);
  return {
    Config: { ...config, Env: ['PATH=/bin', ...(config.Env ?? [])], Domainname: '' },
    HostConfig: {
      ...HostConfig,
      Binds: null,
      CapAdd: HostConfig.CapAdd?.length === 0 ? null : HostConfig.CapAdd.toReversed(),
      Ulimits: HostConfig.Ulimits?.toReversed(),
      RestartPolicy: { Name: 'no', MaximumRetryCount: 0 },
      Runtime: 'runc',
    },
    Mounts: [{ Type: 'bind', Source: '/host', Destination: '/guest', RW: false }],
  };
}

const profiles = ['build', 'agent', 'grade'] as const;
const LIMITING = [
  'CapDrop',
  'SecurityOpt',
  'NetworkMode',
  'PidsLimit',
  'Memory',
  'MemorySwap',
  'NanoCpus',
  'Ulimits',
  'IpcMode',
  'CgroupnsMode',
  'ShmSize',
  'OomScoreAdj',
  'Init',
  'LogConfig',
] as const;

describe('securityProfileDifferences', () => {
  it.each(profiles)('finds none if the engine applied the request (%s)', (profile) => {
    const body = bodyOf(profile);
    expect(securityProfileDifferences(body, faithful(body))).toEqual([]);
  });

  it('reports any limit that was dropped or changed', () => {
    const other = fc.constantFrom<unknown>(undefined, null, 7, 'host', [], ['ALL', 'x'], {});
    fc.assert(
      fc.property(
        fc.constantFrom(...profiles),
        fc.constantFrom(...LIMITING),
        other,
        (profile, field, value) => {
          const body = bodyOf(profile);
          const answer = faithful(body);
          const changed = { ...answer, HostConfig: { ...answer.HostConfig, [field]: value } };
          const found = securityProfileDifferences(body, changed);
          expect(found.map((difference) => difference.field)).toEqual([`HostConfig.${field}`]);
        },
      ),
    );
  });

  it.each([
    ['Privileged', true],
    ['PidMode', 'host'],
    ['UsernsMode', 'host'],
    ['Binds', ['/:/host']],
    ['Devices', [{ PathOnHost: '/dev/sda' }]],
    ['CapAdd', ['SYS_ADMIN']],
    ['AutoRemove', true],
    ['ExtraHosts', ['gateway:host-gateway']],
  ])('names a freedom that nobody asked for: %s', (field, value) => {
    const body = bodyOf('agent');
    const answer = faithful(body);
    const changed = { ...answer, HostConfig: { ...answer.HostConfig, [field]: value } };
    expect(securityProfileDifferences(body, changed)).toMatchObject([
      { field: `HostConfig.${field}` },
    ]);
  });

  it.each(['User', 'StopSignal', 'Entrypoint', 'Labels'])(
    'reads the container’s own part back: %s',
    (field) => {
      const body = bodyOf('agent');
      const answer = faithful(body);
      const changed = { ...answer, Config: { ...answer.Config, [field]: undefined } };
      expect(securityProfileDifferences(body, changed)).toMatchObject([{ field }]);
    },
  );

  it('detects a misspelled field in the request', () => {
    const body = bodyOf('agent');
    const { PidsLimit, ...rest } = body.HostConfig;
    const misspelled = { ...body, HostConfig: { ...rest, PidLimit: PidsLimit } } as CreateBody;
    const { HostConfig, ...answer } = faithful(misspelled);
    // An engine drops unknown fields.
    const kept = Object.fromEntries(
      Object.entries(HostConfig).filter(([key]) => key !== 'PidLimit'),
    );
    const found = securityProfileDifferences(misspelled, { ...answer, HostConfig: kept });
    expect(found.map(({ field }) => field)).toEqual([
      'HostConfig.PidsLimit',
      'HostConfig.PidLimit',
    ]);
  });

  it('requires exactly the requested mounts and access modes', () => {
    const body = bodyOf('agent');
    const answer = faithful(body);
    const writable = answer.Mounts.map((mount) => ({ ...mount, RW: true }));
    expect(securityProfileDifferences(body, { ...answer, Mounts: writable })).toMatchObject([
      { field: 'Mounts /guest' },
    ]);
    const volume = { Type: 'volume', Source: '/var', Destination: '/data', RW: true };
    const more = [...answer.Mounts, volume];
    expect(securityProfileDifferences(body, { ...answer, Mounts: more })).toMatchObject([
      { field: 'Mounts /data' },
    ]);
  });
});

describe('createBody', () => {
  it('gives the agent no capabilities and no network', () => {
    const { HostConfig, User } = bodyOf('agent');
    expect({ User, ...HostConfig }).toMatchObject({
      User: '10001:10001',
      NetworkMode: 'none',
      CapAdd: [],
      CapDrop: ['ALL'],
    });
  });

  it('never requests more processors than exist', () => {
    expect(bodyOf('agent', { cpus: 64 }).HostConfig.NanoCpus).toBe(engine.cpus * 1e9);
    expect(bodyOf('agent', { cpus: 0.5 }).HostConfig.NanoCpus).toBe(5e8);
  });
});
