/** Names of what was found (dry run) or removed. */
export interface SweepReport {
  readonly containers: readonly string[];
  readonly volumes: readonly string[];
  readonly loopFiles: readonly string[];
}
