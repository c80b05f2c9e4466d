import { RefbenchError } from '@refbench/contracts';

/** Creates the error for an unusable rule file. `place` is the file and, if known, the field. */
export function invalidRules(
  place: string,
  reason: string,
  hint = 'correct the file and run the same command again',
  cause?: unknown,
): RefbenchError {
  return new RefbenchError({ kind: 'invalid-file', message: `${place}: ${reason}`, hint, cause });
}
