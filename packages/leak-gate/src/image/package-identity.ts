export type Ecosystem = 'npm' | 'python' | 'go' | 'cargo' | 'maven' | 'debian';

/** A package as its own metadata or the path of its files names it. */
export interface PackageIdentity {
  readonly ecosystem: Ecosystem;
  readonly name: string;
  readonly version: string | undefined;
  /** The addresses that the metadata gives of its home; any form. */
  readonly homes: readonly string[];
  /** Of a Go module, where a cache tells it. */
  readonly releasedAt?: Date;
}
