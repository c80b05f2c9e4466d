import { randomBytes } from 'node:crypto';
import type { ContainerLabels } from '../contract/container-spec.ts';

const MAX_PART = 40;

/** Returns a unique name that is readable in `docker ps`. */
export function containerName(labels: ContainerLabels): string {
  const parts = [labels.instance, labels.phase, labels.attempt].map(namePart);
  return ['refbench', ...parts.filter((part) => part !== ''), randomBytes(6).toString('hex')].join(
    '-',
  );
}

/**
 * Replaces all characters that engines do not accept. They accept only
 * `[a-zA-Z0-9][a-zA-Z0-9_.-]*`.
 */
function namePart(text: string): string {
  return text
    .replaceAll(/[^a-zA-Z0-9_.-]+/g, '-')
    .replaceAll(/^[^a-zA-Z0-9]+/g, '')
    .slice(0, MAX_PART);
}
