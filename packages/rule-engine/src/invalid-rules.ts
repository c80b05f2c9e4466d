import { RefbenchError } from '@refbench/contracts';

/** A rule file that cannot be used; `place` names the file and, where it is known, the field. */
export function invalidRules(
  place: string,
  reason: string,
  hint = 'correct the file and run the same command again',
  cause?: unknown,
): RefbenchError {
  return new RefbenchError({ kind: 'invalid-file', message: `${place}: ${reason}`, hint, cause });
}
