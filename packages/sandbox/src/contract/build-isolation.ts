/** The network of build containers and its isolation. */
export interface BuildIsolation {
  /** Name of the network. */
  readonly network: string;
  /** True if services of this host and other containers cannot be reached from it. */
  readonly enforced: boolean;
  /** One sentence for display. */
  readonly detail: string;
}
