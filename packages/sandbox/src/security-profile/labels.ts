import { currentOwner } from '@refbench/base';
import type { ContainerLabels } from '../contract/container-spec.ts';

/**
 * Earlier versions used `refbench.owner` for owners without a PID namespace. They take any other owner
 * for a dead one, so they must not find this label.
 */
export const OWNER_LABEL = 'refbench.process';
export const RUN_LABEL = 'refbench.run';
/** The state folder. A sweep only judges what belongs to its own. */
export const STATE_LABEL = 'refbench.state';

/**
 * Returns the labels of every container and volume. A sweep finds them after a kill -9.
 * @param state the id of the state folder
 */
export function labelsOf(labels: ContainerLabels, state: string): Record<string, string> {
  return {
    [RUN_LABEL]: labels.run,
    'refbench.instance': labels.instance,
    'refbench.attempt': labels.attempt,
    'refbench.phase': labels.phase,
    [OWNER_LABEL]: currentOwner(),
    [STATE_LABEL]: state,
  };
}
