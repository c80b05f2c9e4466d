import type { CatalogEntry } from '@refbench/instances';
import type { Submission } from './submission.ts';

/** Returns the submissions that are not absent on an instance. */
export function submissionsOn(
  { instance }: CatalogEntry,
  submissions: readonly Submission[],
): readonly Submission[] {
  return submissions.filter((one) => one.absenceReason?.(instance.id) === undefined);
}

/** Returns the instances that need work. Nothing is read, built or calibrated for the others. */
export function entriesWithWork(
  entries: readonly CatalogEntry[],
  submissions: readonly Submission[],
): readonly CatalogEntry[] {
  return entries.filter((entry) => submissionsOn(entry, submissions).length > 0);
}
