import { sha256OfBytes } from '@refbench/base';

/**
 * Puts plans between marker lines with a word derived from the plans. A plan cannot contain its own
 * closing marker, because that would change the word. Equal plans give equal text.
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
