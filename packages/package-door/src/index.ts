/**
 * Packages of public registries for containers without network: dated, recorded, and replayed.
 *
 * @module @refbench/package-door
 */

export type { DoorEcosystem } from './contract/package-file.ts';
export { archivesDigest } from './door/handed-out.ts';
export {
  cutoffOf,
  MARGIN_DAYS,
  PackageService,
  type OpenDoor,
  type OpenDoorOptions,
} from './door/package-service.ts';
export { missingContent, openReplayDoor, type ReplayDoor } from './door/replay-door.ts';
export { registryAddresses, type RegistryAddresses } from './upstream/registry-addresses.ts';
export type { UpstreamSettings } from './upstream/upstream.ts';
export { addressesIn, asksForOthers, isManifest } from './manifests/manifest-files.ts';
export { missingPackages, responsibleFor } from './manifests/missing-packages.ts';
