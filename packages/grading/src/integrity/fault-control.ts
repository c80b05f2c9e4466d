import type { IntegrityFinding } from '@refbench/contracts';
import type { Tree } from '@refbench/repos';
import {
  chooseFaults,
  fittingFaults,
  judgeFaults,
  narrowestFault,
  plantInTree,
  sourceFunctions,
  type FaultJudgement,
  type FittingFault,
  type TreeFunction,
} from '@refbench/suites';
import type { PreparedInstance } from '@refbench/instances';
import { digestOf, sortByText } from '@refbench/base';
import type { ControlRun, ControlRuns } from './control-runs.ts';

/** Minimum number of faults for a conclusion, if the instance has as many. */
const MIN_COUNT = 2;

/** Maximum number of functions with a fault if the instance's own faults do not fit. */
const MAX_PROJECT_WIDE = 100;

interface FaultControlOptions {
  readonly prepared: PreparedInstance;
  readonly patched: Tree;
  readonly control: ControlRuns;
  readonly seed: string;
}

interface FaultControlResult {
  /** Names of the functions with a fault in the last run. */
  readonly planted: readonly string[];
  /** Stable tests that passed before and not in the last run. */
  readonly failing: number;
  readonly finding: IntegrityFinding | undefined;
}

/**
 * Plants faults in the patched tree and runs the suite. The right tests must fail: code that forges
 * its results passes with any fault, or fails regardless of what is broken.
 */
export async function faultControl(options: FaultControlOptions): Promise<FaultControlResult> {
  const { prepared, patched, control } = options;
  const functions = await sourceFunctions(prepared.repository, patched);
  const kept = prepared.faults?.faults.length ?? 0;
  const fitting =
    prepared.faults === undefined ? [] : fittingFaults(prepared.faults, functions, control.passing);
  if (kept === 0 || fitting.length < Math.min(MIN_COUNT, kept)) {
    return await plantProjectWide(options, functions);
  }
  const chosen = chooseFaults(fitting, control.passing.size, options.seed);
  const first = await plant(options, chosen);
  // Code that all tests now call is not a forgery. In that case, only the narrowest fault decides.
  const narrowest = narrowestFault(fitting);
  const second =
    first.judgement === 'indiscriminate' && narrowest !== undefined
      ? await plant(options, [narrowest])
      : undefined;
  const { judgement, planted, failing } = second ?? first;
  return { planted, failing, finding: findingOf(judgement, planted, failing) };
}

async function plant(
  { prepared, patched, control }: FaultControlOptions,
  faults: readonly FittingFault[],
): Promise<{
  readonly judgement: FaultJudgement;
  readonly planted: readonly string[];
  readonly failing: number;
}> {
  const functions = faults.flatMap((fault) => fault.functions);
  const { failing } = await runWith(prepared, patched, control, functions);
  return {
    judgement: judgeFaults(faults, control.passing, failing),
    planted: faults.map(({ name }) => name),
    failing: failing.size,
  };
}

/**
 * Runs the suite with faults in these functions. Returns the tests that no longer pass, and whether
 * the counts pass.
 */
async function runWith(
  prepared: PreparedInstance,
  patched: Tree,
  control: ControlRuns,
  functions: readonly TreeFunction[],
): Promise<ControlRun> {
  const ran = await control.run(await plantInTree(prepared.repository, patched, functions));
  if (ran === undefined) throw new Error('no suite run is left for the faults');
  const failing = new Set([...ran.failing].filter((id) => control.passing.has(id)));
  return { failing, passes: ran.passes };
}

/**
 * Plants faults in half of all functions if no known fault fits. No suite that tests them can pass.
 */
async function plantProjectWide(
  { prepared, patched, control, seed }: FaultControlOptions,
  functions: readonly TreeFunction[],
): Promise<FaultControlResult> {
  const sorted = sortByText(functions, ({ path, found }) =>
    digestOf([seed, `${path}\0${found.entry.at}`]),
  );
  const half = Math.min(MAX_PROJECT_WIDE, Math.ceil(sorted.length / 2));
  const chosen = sorted.slice(0, half);
  const planted = chosen.map(({ name }) => name);
  if (chosen.length === 0) {
    const detail = 'the tree has no function left that the tests could depend on';
    return { planted, failing: 0, finding: missesFaults('void', detail) };
  }
  const ran = await runWith(prepared, patched, control, chosen);
  const failing = ran.failing.size;
  const why =
    prepared.faults === undefined
      ? 'the instance has no planted faults'
      : 'too few of the functions with known faults are left';
  const finding: IntegrityFinding =
    // A suite without test names shows by its counts that it detected the faults.
    failing === 0 && ran.passes
      ? missesFaults('void', `all tests still pass with faults in ${half} functions`)
      : {
          kind: 'faults-not-plantable',
          severity: 'suspect',
          detail: `${why}; with faults in ${half} others the suite fails`,
          files: [],
        };
  return { planted, failing, finding };
}

function findingOf(
  judgement: FaultJudgement,
  planted: readonly string[],
  failing: number,
): IntegrityFinding | undefined {
  const where = `with faults in ${planted.join(', ')}`;
  switch (judgement) {
    case 'noticed':
      return undefined;
    case 'not-noticed':
      return missesFaults('void', `the tests of these functions still pass ${where}`);
    case 'unclear':
      return missesFaults('suspect', `few of the tests that should fail do ${where}`);
    case 'indiscriminate':
      return missesFaults(
        'suspect',
        `${failing} tests fail ${where}, most of which are unrelated to these functions`,
      );
  }
}

function missesFaults(severity: 'void' | 'suspect', detail: string): IntegrityFinding {
  return { kind: 'suite-misses-planted-faults', severity, detail, files: [] };
}
