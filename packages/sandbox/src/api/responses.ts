import { z } from 'zod';

// The fields of the engine's responses that this package reads. All others are ignored.

export interface VersionResponse {
  readonly Version: string;
  readonly ApiVersion: string;
  readonly Components: readonly { readonly Name: string }[];
}
export const versionResponse: z.ZodType<VersionResponse> = z.object({
  Version: z.string(),
  ApiVersion: z.string(),
  Components: listOf(z.object({ Name: z.string() })),
});

export interface InfoResponse {
  readonly ID?: string | null | undefined;
  readonly Name?: string | null | undefined;
  readonly NCPU: number;
  readonly MemTotal: number;
  readonly Driver: string;
  readonly DockerRootDir: string;
  readonly CgroupVersion: string;
  readonly SecurityOptions: readonly string[];
}
export const infoResponse: z.ZodType<InfoResponse> = z.object({
  ID: z.string().nullish(),
  Name: z.string().nullish(),
  NCPU: z.number(),
  MemTotal: z.number(),
  Driver: z.string(),
  DockerRootDir: z.string().default(''),
  CgroupVersion: z.string().default('1'),
  SecurityOptions: listOf(z.string()),
});

export interface ImageResponse {
  readonly Id: string;
  readonly RepoTags: readonly string[];
  readonly Size: number;
  readonly Created: string;
  readonly Parent?: string | undefined;
  readonly Config?:
    | {
        readonly Labels?: Readonly<Record<string, string>> | null | undefined;
        readonly Env?: readonly string[] | null | undefined;
      }
    | null
    | undefined;
  readonly RootFS?: { readonly Layers: readonly string[] } | null | undefined;
}
export const imageResponse: z.ZodType<ImageResponse> = z.object({
  Id: z.string(),
  RepoTags: listOf(z.string()),
  Size: z.number(),
  Created: z.string(),
  Parent: z.string().optional(),
  Config: z
    .object({
      Labels: z.record(z.string(), z.string()).nullish(),
      Env: z.array(z.string()).nullish(),
    })
    .nullish(),
  RootFS: z.object({ Layers: listOf(z.string()) }).nullish(),
});

export interface ImageStep {
  readonly CreatedBy: string;
  readonly Comment: string;
}
export const imageHistoryResponse: z.ZodType<readonly ImageStep[]> = z.array(
  z.object({ CreatedBy: z.string().default(''), Comment: z.string().default('') }),
);

type Labels = Readonly<Record<string, string>>;

export interface ImageListItem {
  readonly Id: string;
  readonly RepoTags: readonly string[];
  readonly Size: number;
  /** Seconds since 1970. */
  readonly Created: number;
  readonly ParentId?: string | undefined;
  readonly Labels: Labels;
}
export const imageListResponse: z.ZodType<readonly ImageListItem[]> = z.array(
  z.object({
    Id: z.string(),
    RepoTags: listOf(z.string()),
    Size: z.number(),
    Created: z.number(),
    ParentId: z.string().optional(),
    Labels: labels(),
  }),
);

/** Response to creating a container and to committing an image. */
export const idResponse: z.ZodType<{ readonly Id: string }> = z.object({ Id: z.string() });

export interface WaitResponse {
  readonly StatusCode: number;
  readonly Error?: { readonly Message: string } | null | undefined;
}
export const waitResponse: z.ZodType<WaitResponse> = z.object({
  StatusCode: z.int(),
  Error: z.object({ Message: z.string() }).nullish(),
});

export interface ContainerState {
  readonly Running: boolean;
  readonly OOMKilled: boolean;
  readonly ExitCode: number;
}
export const stateResponse: z.ZodType<{ readonly State: ContainerState }> = z.object({
  State: z.object({ Running: z.boolean(), OOMKilled: z.boolean(), ExitCode: z.int() }),
});

/** The size of the writable layer. Present only if it was requested. */
export const sizeResponse: z.ZodType<{ readonly SizeRw?: number | null | undefined }> = z.object({
  SizeRw: z.number().nullish(),
});

/** The fields of an inspected container that determine its security profile. */
export interface InspectedSecurityProfile {
  readonly Config: Readonly<Record<string, unknown>>;
  readonly HostConfig: Readonly<Record<string, unknown>>;
  readonly Mounts: readonly {
    readonly Type: string;
    readonly Source: string;
    readonly Destination: string;
    readonly RW: boolean;
  }[];
}
export const securityProfileResponse: z.ZodType<InspectedSecurityProfile> = z.object({
  Config: z.record(z.string(), z.unknown()),
  HostConfig: z.record(z.string(), z.unknown()),
  Mounts: listOf(
    z.object({
      Type: z.string(),
      Source: z.string().default(''),
      Destination: z.string(),
      RW: z.boolean(),
    }),
  ),
});

export interface ContainerListItem {
  readonly Id: string;
  readonly Names: readonly string[];
  readonly Labels: Labels;
}
export const containerListResponse: z.ZodType<readonly ContainerListItem[]> = z.array(
  z.object({ Id: z.string(), Names: listOf(z.string()), Labels: labels() }),
);

export interface VolumeListResponse {
  readonly Volumes: readonly { readonly Name: string; readonly Labels: Labels }[];
}
export const volumeListResponse: z.ZodType<VolumeListResponse> = z.object({
  Volumes: listOf(z.object({ Name: z.string(), Labels: labels() })),
});

/** Engines return `null` for an empty list. */
function listOf<T>(item: z.ZodType<T>): z.ZodType<readonly T[]> {
  return z
    .array(item)
    .nullish()
    .transform((list) => list ?? []);
}

function labels(): z.ZodType<Labels> {
  return z
    .record(z.string(), z.string())
    .nullish()
    .transform((map) => map ?? {});
}

export interface StatsResponse {
  readonly cpu_stats?:
    | { readonly cpu_usage?: { readonly total_usage?: number | undefined } | null | undefined }
    | null
    | undefined;
}
export const statsResponse: z.ZodType<StatsResponse> = z.object({
  cpu_stats: z
    .object({ cpu_usage: z.object({ total_usage: z.number().optional() }).nullish() })
    .nullish(),
});
