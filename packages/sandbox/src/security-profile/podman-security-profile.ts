import { z } from 'zod';
import type { InspectedSecurityProfile } from '../api/responses.ts';

/** Podman's native API. Its Docker-compatible API omits capabilities and the log size. */
export const PODMAN_API = '/v4.0.0/libpod';

const record = z.record(z.string(), z.unknown());

const nativeSchema = z.object({
  BoundingCaps: z.array(z.string()).nullable(),
  Config: record.and(
    z.object({ StopSignal: z.unknown(), Healthcheck: z.object({ Test: z.unknown() }).nullish() }),
  ),
  HostConfig: record.and(
    z.object({
      NetworkMode: z.unknown(),
      IpcMode: z.unknown(),
      PidMode: z.unknown(),
      UTSMode: z.unknown(),
      CgroupMode: z.unknown(),
      LogConfig: z.object({ Type: z.string(), Size: z.string() }),
      Ulimits: z.array(z.object({ Name: z.string(), Soft: z.number(), Hard: z.number() })),
    }),
  ),
  Mounts: z.array(
    z.object({ Type: z.string(), Source: z.string(), Destination: z.string(), RW: z.boolean() }),
  ),
});

/** Converts Podman's description of a container into Docker's. */
export const podmanSecurityProfile: z.ZodType<InspectedSecurityProfile> = nativeSchema.transform(
  (native) => {
    const { Config, HostConfig, BoundingCaps } = native;
    return {
      Config: {
        ...Config,
        StopSignal: Config.StopSignal === 15 ? 'SIGTERM' : Config.StopSignal,
        Healthcheck: { Test: Config.Healthcheck?.Test },
      },
      HostConfig: {
        ...HostConfig,
        // The bounding set lists the remaining capabilities. All others are dropped.
        CapDrop: ['ALL'],
        CapAdd: (BoundingCaps ?? []).map((name) => name.replace(/^CAP_/, '')),
        // Both values mean a private namespace, because no other container joins it.
        IpcMode: HostConfig.IpcMode === 'shareable' ? 'private' : HostConfig.IpcMode,
        PidMode: HostConfig.PidMode === 'private' ? '' : HostConfig.PidMode,
        UTSMode: HostConfig.UTSMode === 'private' ? '' : HostConfig.UTSMode,
        CgroupnsMode: HostConfig.CgroupMode,
        LogConfig: {
          Type: HostConfig.LogConfig.Type,
          Config: { 'max-size': HostConfig.LogConfig.Size },
        },
        Ulimits: HostConfig.Ulimits.map(({ Name, Soft, Hard }) => ({
          Name: Name.replace(/^RLIMIT_/, '').toLowerCase(),
          Soft,
          Hard,
        })),
        // Podman repeats all mounts here. The check compares the mounts separately.
        Binds: [],
      },
      Mounts: native.Mounts,
    };
  },
);
