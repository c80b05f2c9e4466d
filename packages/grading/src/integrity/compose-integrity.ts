import type { ControlsLevel, Integrity, IntegrityFinding } from '@refbench/contracts';
import { displayPath, type BytePath } from '@refbench/repos';

/** Maximum number of files in a finding. The patch shows the others. */
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

/** Returns the first finding that voids the result, or undefined. */
export function voidReason({ findings }: Integrity): string | undefined {
  const first = findings.find(({ severity }) => severity === 'void');
  return first === undefined ? undefined : `${first.kind}: ${first.detail}`;
}

/** Creates a finding about files. It lists the first of their paths. */
export function findingAbout(
  finding: Omit<IntegrityFinding, 'files'>,
  paths: readonly BytePath[],
): IntegrityFinding {
  return { ...finding, files: paths.slice(0, MAX_FILES).map((path) => displayPath(path)) };
}
