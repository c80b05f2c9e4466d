import { currentOwner } from '@refbench/files';
import type { ContainerLabels } from '../container-spec.ts';

export const OWNER_LABEL = 'refbench.owner';
export const RUN_LABEL = 'refbench.run';

/** Returns the labels of every container and volume. A sweep finds them after a kill -9. */
export function labelsOf(labels: ContainerLabels): Record<string, string> {
  return {
    [RUN_LABEL]: labels.run,
    'refbench.instance': labels.instance,
    'refbench.attempt': labels.attempt,
    'refbench.phase': labels.phase,
    [OWNER_LABEL]: currentOwner(),
  };
}
