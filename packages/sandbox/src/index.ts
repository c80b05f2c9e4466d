/**
 * Containers with enforced limits: container engines, security profiles, storage and cleanup.
 *
 * @module @refbench/sandbox
 */

export type { RegistryAuth } from './api/engine-api.ts';
export type { ContainerLabels, ContainerSpec, ReadOnlyMount } from './container-spec.ts';
export type {
  ContainerEnd,
  ContainerLog,
  CreatedContainer,
  RunningContainer,
  StartOptions,
  StoppedContainer,
} from './container.ts';
export type { Engine, ImageInfo, InspectedImage } from './engine.ts';
export type { EngineInfo, StorageMethod } from './engine-info.ts';
export type { SweepOptions, SweepReport } from './sweep-report.ts';
export { connectEngine, type ConnectOptions } from './connect/connect-engine.ts';
export { findSockets, type FoundSocket } from './connect/find-sockets.ts';
export { parseSlow, SLOW_VARIABLE, timeScale } from './lifecycle/time-scale.ts';
export { SECCOMP_DIGEST } from './security-profile/seccomp.ts';
export { ByteRing } from './log/byte-ring.ts';
