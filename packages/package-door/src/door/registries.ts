import type { DoorEcosystem } from '../contract/package-file.ts';
import { cargoIndex } from '../registries/cargo-index.ts';
import { goProxy } from '../registries/go-proxy.ts';
import { mavenRepository } from '../registries/maven-repository.ts';
import { npmRegistry } from '../registries/npm-registry.ts';
import { pythonIndex } from '../registries/python-index.ts';
import type { Registry } from '../registries/registry.ts';

/** Address of the forwarder inside a container. */
export const DOOR_URL = 'http://127.0.0.1:8081';

/** The registries by the first part of a path at the door. */
export const REGISTRIES: Readonly<
  Record<string, { readonly ecosystem: DoorEcosystem; readonly registry: Registry }>
> = {
  npm: { ecosystem: 'npm', registry: npmRegistry },
  python: { ecosystem: 'python', registry: pythonIndex },
  cargo: { ecosystem: 'cargo', registry: cargoIndex },
  go: { ecosystem: 'go', registry: goProxy },
  maven: { ecosystem: 'maven', registry: mavenRepository },
};
