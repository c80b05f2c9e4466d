import type {
  ControlsLevel,
  ControlsReport,
  Integrity,
  IntegrityFinding,
} from '@refbench/contracts';
import { pass } from '@refbench/scoring';
import { composeIntegrity } from './compose-integrity.ts';
import type { IntegritySubject } from './integrity-check.ts';
import { runStaticChecks } from './static-checks.ts';
import {
  runSuiteControls,
  type ControlsResult,
  type SuiteControlOptions,
} from './suite-controls.ts';

/** Integrity of one attempt, or why the suite could not be run again. */
type Checked =
  | {
      readonly kind: 'checked';
      readonly integrity: Integrity;
      /** Null if the suite was not run again. */
      readonly controls: ControlsReport | null;
    }
  | Exclude<ControlsResult, { kind: 'checked' }>;

type CheckOptions = IntegritySubject &
  Omit<SuiteControlOptions, 'attempt'> & {
    readonly attempt: number;
    readonly controls: ControlsLevel;
    readonly onPhase: (phase: 'controlling') => void;
  };

/** Runs the static checks on a patch of an instance without tests. */
export async function checkWithoutSuite(
  options: Omit<IntegritySubject, 'tests' | 'baseline'> & { readonly controls: ControlsLevel },
): Promise<Integrity> {
  const { controls } = options;
  if (controls === 'none') return composeIntegrity(controls, []);
  return composeIntegrity(
    controls,
    await runStaticChecks({ ...options, tests: null, baseline: null }),
  );
}

/** Runs the integrity checks of the requested level. The suite runs again only after a Pass. */
export async function checkIntegrity(options: CheckOptions): Promise<Checked> {
  const { baseline, controls: level, tests, attempt } = options;
  const checked = (
    findings: readonly IntegrityFinding[],
    controls: ControlsReport | null,
  ): Checked => ({ kind: 'checked', integrity: composeIntegrity(level, findings), controls });
  if (level === 'none') return checked([], null);
  const findings = await runStaticChecks(options);
  const passes = pass(tests.run, baseline.bounds) === 1;
  const isVoid = findings.some(({ severity }) => severity === 'void');
  if (level !== 'full' || !passes || isVoid) return checked(findings, null);
  options.onPhase('controlling');
  const result = await runSuiteControls({ ...options, attempt: String(attempt) });
  if (result.kind !== 'checked') return result;
  return checked([...findings, ...result.findings], result.report);
}
