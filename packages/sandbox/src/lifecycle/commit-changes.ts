import { labelsOf } from '../security-profile/labels.ts';

/**
 * Takes back what an engine would copy from the container's configuration into the image: the command,
 * and the labels that say whose container it was. Its environment is never in there (see env-file.ts).
 */
export function commitChanges(changes: readonly string[]): readonly string[] {
  const labels = Object.keys(labelsOf({ run: '', instance: '', attempt: '', phase: '' }));
  return [
    'ENTRYPOINT []',
    'CMD ["/bin/sh"]',
    ...labels.map((label) => `LABEL ${label}=""`),
    ...changes,
  ];
}
