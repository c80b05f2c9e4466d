import type { Ecosystem } from '@refbench/leak-gate';

/** The registries that the door serves, by the names that the leak gate uses. */
export const ECOSYSTEMS = ['npm', 'python', 'cargo', 'go', 'maven'] as const;
export type DoorEcosystem = Extract<Ecosystem, (typeof ECOSYSTEMS)[number]>;

/** What a request is about. */
export interface Subject {
  readonly ecosystem: DoorEcosystem;
  readonly name: string;
  readonly version?: string | undefined;
}

/** A digest that a registry states for a file, in hexadecimal digits. */
export interface StatedDigest {
  readonly algorithm: 'sha1' | 'sha256' | 'sha512';
  readonly hex: string;
}

/** A file of a registry that may be handed out after its content was checked. */
export interface PackageFile {
  readonly about: Subject & { readonly version: string };
  /** Address at the registry. */
  readonly url: string;
  /** What the registry states. Undefined if its protocol has no digest for the file. */
  readonly digest: StatedDigest | undefined;
  /** Where the package manager keeps such a file: tells the search whose package it is. */
  readonly place: string;
  readonly publishedAt: Date | undefined;
  /** Withdrawn by its publisher, but still downloadable. */
  readonly yanked: boolean;
  readonly contentType: string;
}
