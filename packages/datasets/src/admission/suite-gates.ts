import { readJsonFile } from '@refbench/base';
import {
  DEFAULT_LIMITS,
  DEFAULT_PLANNING,
  testsRecordSchema,
  type Baseline,
  type Score,
} from '@refbench/contracts';
import { admissionRuns, baselineFault } from '@refbench/instances';
import { executeRun, loadPrompts, predictionSubmissions, removeRun } from '@refbench/runner';
import { join } from 'node:path';
import {
  gateOf,
  unmeasuredGate,
  type GateResult,
  type SuiteContext,
  type VaryingTests,
} from './gate.ts';

/** Checks that all runs of the suite on a state have the same counts, and enough tests. */
export function checkBaseline(baseline: Baseline): GateResult {
  const fault = baselineFault(baseline);
  const states = [
    ['base', baseline.base],
    ['golden', baseline.golden],
  ] as const;
  const counts = states.map(([state, runs]) => {
    const texts = runs.map((one) =>
      one.kind === 'counted' ? `${one.counts.passed} of ${one.counts.total}` : 'no verdict',
    );
    return { state, different: [...new Set(texts)], runs: texts.length };
  });
  const problems = [
    ...(fault === undefined ? [] : [fault]),
    ...counts
      .filter(({ different }) => different.length > 1)
      .map(({ state, different }) => `the runs on ${state} differ: ${different.join(', ')}`),
  ];
  const notes = counts.map(
    ({ state, different, runs }) => `${state} ${different.join(', ')} in ${runs} runs`,
  );
  return gateOf(problems, notes);
}

/**
 * Grades golden and nop as any other patch is graded. A private instance is not that thorough, because its
 * team waits for it. Planted faults take a few more runs of the suite, which come with the first run of
 * agents. Nop is base, whose suite and rules other gates have checked.
 */
export async function gradeReferences(
  context: SuiteContext,
): Promise<{ readonly golden: GateResult; readonly nop: GateResult }> {
  const { workspace, engine, entry, build, run, signal, onProgress } = context;
  const isPrivate = entry.instance.private === true;
  const known = [entry.instance.id];
  const golden = await predictionSubmissions('golden', known);
  const nop = await predictionSubmissions('nop', known);
  // The scores are the evidence; they are not a run of anybody.
  const own = { ...workspace, runsDir: join(workspace.stateDir, 'admission-runs') };
  const result = await executeRun({
    run,
    engine,
    build,
    workspace: own,
    entries: [entry],
    submissions: [...golden.submissions, ...(isPrivate ? [] : nop.submissions)],
    track: 'instructed',
    mode: 'direct',
    controls: isPrivate ? 'fast' : 'full',
    baselineRuns: admissionRuns(entry.instance),
    parallel: 1,
    limits: {
      agent: DEFAULT_LIMITS.agent,
      grade: DEFAULT_LIMITS.grade,
    },
    prompts: await loadPrompts(undefined),
    planning: DEFAULT_PLANNING,
    drain: signal,
    stop: signal,
    listener: (event) => {
      if (event.kind === 'preparing') onProgress(event.message);
    },
  });
  signal.throwIfAborted();
  const attempts = join(own.runsDir, run, entry.instance.id);
  const varyingForGolden = await varyingTests(join(attempts, 'golden/1'));
  const varyingForNop = await varyingTests(join(attempts, 'nop/1'));
  const missing = result.incomplete.map(({ agent, reason }) => `${agent}: ${reason}`);
  const scoreOf = (agent: string): Score | undefined =>
    result.scores.find((score) => score.agent === agent);
  await removeRun(own.runsDir, run);
  return {
    golden: { ...checkGolden(scoreOf('golden'), missing), varying: varyingForGolden },
    nop: isPrivate
      ? unmeasuredGate('the gates baseline and rules say the same of base')
      : { ...checkNop(scoreOf('nop'), missing), varying: varyingForNop },
  };
}

/** Golden and base are what the baseline was measured on, so a stable test that does not pass is not stable. */
async function varyingTests(attempt: string): Promise<VaryingTests | undefined> {
  const record = await readJsonFile(join(attempt, 'tests.json'), testsRecordSchema);
  if (record.kind !== 'valid') return undefined;
  const { run, by_name: named } = record.value;
  if (run.kind !== 'counted' || named === null) return undefined;
  const names = [...named.failing, ...named.missing];
  return names.length === 0 ? undefined : { names, total: run.counts.total };
}

/** Golden must have Pass 1, IFR 1 and alignment 1; without tests, only IFR 1. */
export function checkGolden(score: Score | undefined, missing: readonly string[]): GateResult {
  if (score === undefined) return gateOf(['golden has no score', ...missing]);
  const { pass, ifr, alignment, precision, integrity } = score;
  const void_ = integrity.findings.filter(({ severity }) => severity === 'void');
  const tested = score.no_tests === undefined;
  const problems = [
    ...(pass === 1 || !tested ? [] : [`Pass of golden is ${pass ?? 'unknown'}: ${testsOf(score)}`]),
    ...(ifr.total === 1 ? [] : [`IFR of golden is ${figure(ifr.total)}`]),
    ...(alignment.total === 1 || !tested
      ? []
      : [`alignment of golden is ${figure(alignment.total)}`]),
    ...void_.map(({ kind, detail }) => `integrity finding ${kind}: ${detail}`),
  ];
  return gateOf(problems, [
    `Pass ${pass ?? '-'}, IFR ${figure(ifr.total)}, alignment ${figure(alignment.total)}, precision ${figure(precision.total)}`,
  ]);
}

/** The suite's counts beside those that a Pass needs, or the reason why there are none. */
function testsOf({ tests, reasons }: Score): string {
  const { passed, failed, total, p_min: least, f_max: most } = tests;
  if (reasons['tests'] !== undefined) return reasons['tests'];
  const counts = `${passed} of ${total} tests passed, ${failed} failed`;
  if (least === null || most === null) return counts;
  return `${counts}; at least ${least} must pass, and at most ${most} may fail`;
}

/** An empty patch must have Pass 1 and IFR 0; without tests, only IFR 0. */
export function checkNop(score: Score | undefined, missing: readonly string[]): GateResult {
  if (score === undefined) return gateOf(['nop has no score', ...missing]);
  const { pass, ifr } = score;
  const problems = [
    ...(pass === 1 || score.no_tests !== undefined ? [] : [`Pass of nop is ${pass ?? 'unknown'}`]),
    ...(ifr.total === 0 ? [] : [`IFR of nop is ${figure(ifr.total)}`]),
  ];
  return gateOf(problems, [`Pass ${pass ?? '-'}, IFR ${figure(ifr.total)}`]);
}

function figure(value: number | null): string {
  return value?.toFixed(2) ?? '-';
}
