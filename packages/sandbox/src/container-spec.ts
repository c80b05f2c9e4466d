import type { Limits, ProfileName } from '@refbench/contracts';

/** A host path that the container sees read-only. There are no writable mounts of host paths. */
export interface ReadOnlyMount {
  readonly source: string;
  readonly target: string;
}

/** Ownership, so that a sweep after a kill -9 finds exactly what this run left. */
export interface ContainerLabels {
  readonly run: string;
  readonly instance: string;
  readonly attempt: string;
  /** e.g. `infer`, `grade`, `warm`. */
  readonly phase: string;
}

/** All that a caller may choose; everything else is fixed by the profile. */
export interface ContainerSpec {
  readonly profile: ProfileName;
  /** Image id or reference. */
  readonly image: string;
  /** argv of PID 1's child (an init reaps). */
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly workingDir: string;
  readonly limits: Limits;
  readonly mounts: readonly ReadOnlyMount[];
  /**
   * Directories that must be writable, e.g. /testbed, /home/bench. In the agent profile the rest of the
   * file system is read-only; all of them together are held to `limits.storage_bytes`.
   */
  readonly writable: readonly string[];
  readonly labels: ContainerLabels;
  /** Services of this host that a build may reach, as `host:port`; others it cannot. */
  readonly hostServices?: readonly string[];
}
