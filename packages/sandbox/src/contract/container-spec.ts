import type { Limits, ProfileName } from '@refbench/contracts';

/** A host path that the container sees read-only. There are no writable mounts of host paths. */
export interface ReadOnlyMount {
  readonly source: string;
  readonly target: string;
}

/** The owner of a container. After a kill, a sweep finds the leftovers of a run by these labels. */
export interface ContainerLabels {
  readonly run: string;
  readonly instance: string;
  readonly attempt: string;
  /** For example `infer`, `grade` or `warm`. */
  readonly phase: string;
}

/** The settings that a caller can choose. The profile determines everything else. */
export interface ContainerSpec {
  readonly profile: ProfileName;
  /** The id or the reference of the image. */
  readonly image: string;
  /** The command with its arguments. It runs as a child of an init process. */
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly workingDir: string;
  readonly limits: Limits;
  /** The time limit is part of a task, so it is not extended on a busy machine. */
  readonly fixedTime?: boolean;
  readonly mounts: readonly ReadOnlyMount[];
  /**
   * The writable directories, for example /testbed and /home/bench. In the agent profile, the rest of
   * the file system is read-only. Their total size is limited to `limits.storage_bytes`.
   */
  readonly writable: readonly string[];
  readonly labels: ContainerLabels;
  /** The services of this host that a build can reach, as `host:port`. */
  readonly hostServices?: readonly string[];
}
