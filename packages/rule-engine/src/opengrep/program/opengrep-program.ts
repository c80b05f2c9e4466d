import type { Digest } from '@refbench/contracts';

/** Identifies a program, because results of different programs are not comparable. */
export interface OpengrepIdentity {
  /** The version that the program reports, e.g. `1.30.0`. */
  readonly version: string;
  readonly digest: Digest;
}

/** A program that runs OpenGrep rules. */
export interface OpengrepProgram extends OpengrepIdentity {
  /** The absolute path. */
  readonly path: string;
  /** `targets`: a core, which takes a list of files. `folder`: a command line, which takes a folder. */
  readonly takes: 'targets' | 'folder';
  /** The folder where a command line may unpack itself. */
  readonly cacheDir: string;
}

/** Provides the program of an engine. */
export interface OpengrepSource {
  /** Returns the identity. For the pinned program, this does not require an installation. */
  identity(): Promise<OpengrepIdentity>;
  /**
   * Installs the program when it is first needed.
   * @throws RefbenchError kind `engine` if it is not available
   */
  program(signal?: AbortSignal): Promise<OpengrepProgram>;
}
