import type { Registry, RegistryContext } from '../registries/registry.ts';
import { Refusal } from '../contract/refusal.ts';

/** Whether the dates of a registry are true; `missing` if it states none. */
export type DateTruth = 'true' | 'false' | 'missing';

/** A registry may round dates or state them in another time zone. */
const TOLERANCE_MS = 3 * 24 * 60 * 60_000;

/**
 * Compares the date of one release that is known with what the registry states. A mirror that gives the
 * times of its own copies states a wrong one.
 * @throws Refusal if the registry cannot be reached
 */
export async function checkDates(
  { knownRelease }: Registry,
  context: RegistryContext,
): Promise<DateTruth> {
  const stated = await knownRelease.readDate(context).catch((error: unknown) => {
    // A mirror may lack the release. Then nothing is known about its dates.
    if (error instanceof Refusal && error.reason === 'unknown') return undefined;
    throw error;
  });
  if (stated === undefined) return 'missing';
  const apart = Math.abs(stated.getTime() - Date.parse(`${knownRelease.publishedAt}T12:00:00Z`));
  return apart <= TOLERANCE_MS ? 'true' : 'false';
}
