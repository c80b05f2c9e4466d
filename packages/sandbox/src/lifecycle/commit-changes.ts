import { labelsOf } from '../security-profile/labels.ts';

/**
 * Resets what an engine would copy from the configuration of the container into the image: the
 * command and the owner labels. The environment is never part of it (see env-file.ts).
 */
export function commitChanges(changes: readonly string[]): readonly string[] {
  const labels = Object.keys(labelsOf({ run: '', instance: '', attempt: '', phase: '' }, ''));
  return [
    'ENTRYPOINT []',
    'CMD ["/bin/sh"]',
    ...labels.map((label) => `LABEL ${label}=""`),
    ...changes,
  ];
}
