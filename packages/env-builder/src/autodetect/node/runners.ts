import { JSON_RUNNERS } from './runners-json.ts';
import { OTHER_RUNNERS } from './runners-other.ts';
import { TAP_RUNNERS } from './runners-tap.ts';
import type { Runner } from './runner.ts';

/** All test runners. Where a package depends on several and calls none, the first one counts. */
export const RUNNERS: readonly Runner[] = [...JSON_RUNNERS, ...TAP_RUNNERS, ...OTHER_RUNNERS];

/** @throws Error if there is no such runner, which is a mistake in this program */
export function runnerNamed(name: string): Runner {
  const found = RUNNERS.find((runner) => runner.name === name);
  if (found === undefined) throw new Error(`there is no runner "${name}"`);
  return found;
}
