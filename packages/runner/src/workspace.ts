import { join } from 'node:path';

/** The folders that a command works in; all absolute. */
export interface Workspace {
  readonly instancesDir: string;
  readonly rulesDir: string;
  readonly runsDir: string;
  /** Caches and baselines of this host; may be deleted at any time when nothing runs. */
  readonly stateDir: string;
  /** A folder of bare repositories, or a template with {owner} and {name}. */
  readonly mirror: string | undefined;
  /** Path or name of a program that runs OpenGrep rules; the pinned one where it is undefined. */
  readonly opengrep?: string | undefined;
}

export function runFolder(workspace: Workspace, run: string): string {
  return join(workspace.runsDir, run);
}
