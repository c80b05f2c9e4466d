import type { Architecture } from './host-platform.ts';

/** The npm packages of a bundle with exact versions, so that equal specifications are equal programs. */
export interface BundleSpec {
  readonly name: string;
  readonly version: string;
  readonly arch: Architecture;
  /** Maps npm package names to exact versions or `npm:<name>@<version>`. */
  readonly packages: Readonly<Record<string, string>>;
  /** Paths in the bundle that must exist and are made executable. */
  readonly programs: readonly string[];
}
