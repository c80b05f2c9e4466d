/**
 * Containers with enforced limits: container engines, security profiles, storage and cleanup.
 *
 * @module @refbench/sandbox
 */

export type { RegistryAuth } from './api/engine-api.ts';
export { connectEngine } from './connect/connect-engine.ts';
export { findSockets } from './connect/find-sockets.ts';
export type { ContainerLabels, ContainerSpec, ReadOnlyMount } from './contract/container-spec.ts';
export type { ContainerEnd, ContainerLog, StoppedContainer } from './contract/container.ts';
export type { Engine, ImageInfo, InspectedImage } from './contract/engine.ts';
export { machineFacts, machineText, slownessOf } from './lifecycle/machine-facts.ts';
export { SLOW_VARIABLE, parseSlow, timeScale } from './lifecycle/time-scale.ts';
export { ByteRing } from './log/byte-ring.ts';
export { SECCOMP_DIGEST } from './security-profile/seccomp.ts';
