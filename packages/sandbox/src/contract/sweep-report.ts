/** The names of everything that was removed or, in a dry run, found. */
export interface SweepReport {
  readonly containers: readonly string[];
  readonly volumes: readonly string[];
  readonly loopFiles: readonly string[];
}

export interface SweepOptions {
  /** Sweeps only this run, including what the current process holds of it. */
  readonly run?: string;
  readonly dryRun: boolean;
  /**
   * Also sweeps containers and volumes of other state folders, if it is certain that their process has
   * ended: it was one of this boot and PID namespace.
   */
  readonly all?: boolean;
}
