import type { Digest } from '@refbench/contracts';

/** What makes one program's matches comparable with another's. */
export interface OpengrepIdentity {
  /** As the program says it, e.g. `1.30.0`. */
  readonly version: string;
  readonly digest: Digest;
}

/** A program that runs OpenGrep rules. */
export interface OpengrepProgram extends OpengrepIdentity {
  /** Absolute. */
  readonly path: string;
  /** Its core, which takes a list of files; or a whole command line, which takes a folder. */
  readonly takes: 'targets' | 'folder';
  /** Where a command line may unpack itself. */
  readonly cacheDir: string;
}

/** Where an engine gets its program from. */
export interface OpengrepSource {
  /** Known without the program where it is the pinned one. */
  identity(): Promise<OpengrepIdentity>;
  /**
   * Fetches it at the first need.
   * @throws RefbenchError kind `engine` where it cannot be had
   */
  program(signal?: AbortSignal): Promise<OpengrepProgram>;
}
