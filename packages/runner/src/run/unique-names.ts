import { RefbenchError } from '@refbench/contracts';
import type { Submission } from '../submission/submission.ts';

/**
 * Rejects two agents with the same name, because each agent has one folder for its results.
 * @throws RefbenchError kind `usage`
 */
export function requireUniqueNames(submissions: readonly Pick<Submission, 'name'>[]): void {
  const seen = new Set<string>();
  for (const { name } of submissions) {
    if (seen.has(name)) {
      throw new RefbenchError({
        kind: 'usage',
        message: `two agents of this run are named "${name}"`,
        hint: 'rename one of them with --agent-name',
      });
    }
    seen.add(name);
  }
}
