import { labelsOf } from '../security-profile/labels.ts';
import type { StateFolder } from './state-folder.ts';

/** The labels of containers and volumes with which the engine is tested. */
export async function probeLabels(state: StateFolder): Promise<Record<string, string>> {
  return labelsOf({ run: '', instance: '', attempt: '', phase: 'probe' }, await state.id());
}
