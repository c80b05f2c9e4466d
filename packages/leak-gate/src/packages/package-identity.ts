export type Ecosystem = 'npm' | 'python' | 'go' | 'cargo' | 'maven' | 'debian';

/** The identity of a package, from its metadata or the paths of its files. */
export interface PackageIdentity {
  readonly ecosystem: Ecosystem;
  readonly name: string;
  readonly version: string | undefined;
  /** Repository and home page URLs in the metadata, in any form. */
  readonly homes: readonly string[];
  /** The commit time of a Go module, if the cache contains it. */
  readonly releasedAt?: Date;
}
