import { join } from 'node:path';

/** The folders of a command, as absolute paths. */
export interface Workspace {
  readonly instancesDir: string;
  readonly rulesDir: string;
  readonly runsDir: string;
  /** Caches and baselines of this host. The folder may be deleted while nothing runs. */
  readonly stateDir: string;
  /** A folder of bare repositories, or a template with {owner} and {name}. */
  readonly mirror: string | undefined;
  /** Path or name of an OpenGrep program. Defaults to the pinned version. */
  readonly opengrep?: string | undefined;
}

export function runFolder(workspace: Workspace, run: string): string {
  return join(workspace.runsDir, run);
}
