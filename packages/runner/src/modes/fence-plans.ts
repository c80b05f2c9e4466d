import { sha256OfBytes } from '@refbench/files';

/**
 * Plans between marker lines that carry a word made from the plans themselves: a plan cannot hold its
 * own closing marker, as the word would change with it. The same plans give the same text.
 */
export function fencePlans(plans: readonly string[]): string {
  const word = sha256OfBytes(JSON.stringify(plans)).slice('sha256:'.length, 'sha256:'.length + 16);
  return plans
    .map(
      (plan, index) =>
        `--- plan ${index} ${word} ---\n${plan.trimEnd()}\n--- end ${index} ${word} ---`,
    )
    .join('\n\n');
}
