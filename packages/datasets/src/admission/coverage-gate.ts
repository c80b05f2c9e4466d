import { DEFAULT_LIMITS } from '@refbench/contracts';
import { measureCoverage, type CoverageResult } from '@refbench/environments';
import { readCoverage, writeCoverage, type PreparedEnvironment } from '@refbench/instances';
import { percentBelow, wholePercent } from '@refbench/base';
import { gateOf, passedGate, unmeasuredGate, type GateResult, type SuiteContext } from './gate.ts';

/** A suite that executes less of golden's new code says little about a patch. */
const MIN_EXECUTED = 0.3;

/**
 * Checks that the suite executes the lines that golden adds. A coverage.json of the same recipe is
 * used; otherwise the suite is measured.
 */
export async function checkCoverage(
  context: SuiteContext,
  prepared: PreparedEnvironment,
): Promise<GateResult> {
  const { dir } = context.entry;
  const stored = await readCoverage(dir);
  const result: CoverageResult =
    stored?.recipe === prepared.environment.recipeDigest
      ? { kind: 'measured', coverage: stored }
      : await measureCoverage({ ...context, prepared, limits: DEFAULT_LIMITS.grade });
  if (result.kind === 'measured' && context.record) await writeCoverage(dir, result.coverage);
  return coverageGate(result);
}

/** A suite that its tool cannot measure is not refused. */
export function coverageGate(result: CoverageResult): GateResult {
  if (result.kind === 'unmeasured') return unmeasuredGate(result.reason);
  const { executed, executable, tool } = result.coverage;
  const share = executed / executable;
  const isEnough = share >= MIN_EXECUTED;
  const percent = isEnough ? wholePercent(share) : percentBelow(share);
  const text = `the suite executes ${executed} of ${executable} executable lines that golden adds (${percent}, ${tool})`;
  return isEnough
    ? passedGate(text)
    : gateOf([`${text}; ${wholePercent(MIN_EXECUTED)} are needed`]);
}
