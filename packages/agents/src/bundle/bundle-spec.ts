import type { Architecture } from './host-platform.ts';

/** What of npm makes a bundle; all of it exact, so that equal specifications are equal programs. */
export interface BundleSpec {
  readonly name: string;
  readonly version: string;
  readonly arch: Architecture;
  /** npm's name -> exact version, or `npm:<name>@<version>`. */
  readonly packages: Readonly<Record<string, string>>;
  /** Paths in the bundle that must be there and become executable. */
  readonly programs: readonly string[];
}
