import { join } from 'node:path';
import type { InstanceId } from '@refbench/contracts';

/** The folders that a command works in; all absolute. */
export interface Workspace {
  readonly instancesDir: string;
  readonly rulesDir: string;
  readonly runsDir: string;
  /** Caches and baselines of this host; may be deleted at any time when nothing runs. */
  readonly stateDir: string;
  /** A folder of bare repositories, or a template with {owner} and {name}. */
  readonly mirror: string | undefined;
}

export function runFolder(workspace: Workspace, run: string): string {
  return join(workspace.runsDir, run);
}

/** `<runs>/<run>/<instance>/<agent>/<attempt>` */
export function attemptFolder(
  workspace: Workspace,
  run: string,
  key: { readonly instance: InstanceId; readonly agent: string; readonly attempt: number },
): string {
  return join(runFolder(workspace, run), key.instance, key.agent, String(key.attempt));
}
