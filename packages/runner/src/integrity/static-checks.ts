import type { IntegrityFinding } from '@refbench/contracts';
import type { IntegritySubject, StaticCheck } from './integrity-check.ts';

/**
 * Every check that runs with `--controls fast` and `--controls full`, in the order in which findings
 * are listed. To add a check, write it in a file of its own beside this one and append it here.
 */
const STATIC_CHECKS: readonly StaticCheck[] = [];

/** Runs all static checks on one graded patch. */
export async function runStaticChecks(
  subject: IntegritySubject,
): Promise<readonly IntegrityFinding[]> {
  const found: IntegrityFinding[] = [];
  for (const check of STATIC_CHECKS) found.push(...(await check(subject)));
  return found;
}
