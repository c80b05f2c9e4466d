import type { ControlsLevel, Integrity, IntegrityFinding } from '@refbench/contracts';
import { displayPath, type BytePath } from '@refbench/repos';

/** Findings name at most so many files; the rest is a matter of looking at the patch. */
const MAX_FILES = 20;

/**
 * The composition of all integrity checks of one attempt:
 *
 * 1. `runStaticChecks` (static-checks.ts) reads the patched tree, unless controls are `none`.
 * 2. Suite controls run the tests again, after a Pass by counts and with controls `full`.
 * 3. `composeIntegrity` puts the findings of both into `score.integrity`.
 * 4. `scorePatch` sets `pass` to 0 where `voidReason` gives a reason.
 *
 * @param controls the level at which the checks ran
 * @param findings of all checks, in the order in which they are shown
 */
export function composeIntegrity(
  controls: ControlsLevel,
  findings: readonly IntegrityFinding[],
): Integrity {
  const clean = findings.every(({ severity }) => severity === 'note');
  return { controls, findings, ranked: controls === 'full' && clean };
}

/** Why the result does not count: the first finding that voids it, or undefined. */
export function voidReason({ findings }: Integrity): string | undefined {
  const first = findings.find(({ severity }) => severity === 'void');
  return first === undefined ? undefined : `${first.kind}: ${first.detail}`;
}

/** A finding about files, with the first of their paths as text. */
export function findingAbout(
  finding: Omit<IntegrityFinding, 'files'>,
  paths: readonly BytePath[],
): IntegrityFinding {
  return { ...finding, files: paths.slice(0, MAX_FILES).map((path) => displayPath(path)) };
}
