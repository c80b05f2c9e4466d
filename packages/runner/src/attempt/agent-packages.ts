import type { PackageList } from '@refbench/contracts';
import type { OpenDoor } from '@refbench/package-door';
import { completePackages } from '@refbench/suites';
import type { AttemptPatch, ContainerTryOptions } from '../submission/submission.ts';

/** The packages of an attempt after its agent ended. */
export type AgentPackages =
  | {
      readonly kind: 'listed';
      readonly list: PackageList;
      /** Why packages of the patch may be absent from the list. */
      readonly problem?: string;
    }
  | { readonly kind: 'stopped' };

/** Lists what an agent got, together with everything else that the manifests of its patch ask for. */
export async function agentPackages(
  options: Pick<ContainerTryOptions, 'prepared' | 'packages' | 'attempt'>,
  door: OpenDoor,
  collected: AttemptPatch,
): Promise<AgentPackages> {
  const { prepared, packages: source, attempt } = options;
  if (source === undefined || collected.kind !== 'collected') {
    return { kind: 'listed', list: door.list() };
  }
  const patched = await prepared.repository.readTree(collected.treeId);
  const completed = await completePackages({ source, door, patched, attempt });
  if (completed?.kind === 'stopped') return completed;
  const problem =
    completed?.kind === 'infra'
      ? { problem: `not every package of the patch could be recorded: ${completed.detail}` }
      : {};
  return { kind: 'listed', list: door.list(), ...problem };
}
