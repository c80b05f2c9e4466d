import type { IntegrityFinding } from '@refbench/contracts';
import type { Tree } from '@refbench/repos';
import {
  chooseFaults,
  faultsByKey,
  fittingFaults,
  fittingValueFaults,
  judgeFaults,
  narrowestFault,
  plantInTree,
  sourceFunctions,
  type FaultJudgement,
  type FittingFault,
  type Planting,
  type TreeFunction,
  type VerifiedFault,
} from '@refbench/suites';
import type { PrivateDraw } from '@refbench/environments';
import type { PreparedInstance } from '@refbench/instances';
import { sortByText, countOf } from '@refbench/base';
import type { ControlRun, ControlRuns } from './control-runs.ts';

/** Minimum number of faults for a conclusion, if the instance has as many. */
const MIN_COUNT = 2;

/** Maximum number of functions with a fault if the instance's own faults do not fit. */
const MAX_PROJECT_WIDE = 100;

interface FaultControlOptions {
  readonly prepared: PreparedInstance;
  readonly patched: Tree;
  readonly control: ControlRuns;
  /** What decides which faults are planted. */
  readonly draw: PrivateDraw;
  /** Faults of value that original tests notice on base and golden. */
  readonly verified: readonly VerifiedFault[];
  /** Digest of the patch. */
  readonly patch: string;
}

interface FaultControlResult {
  /** What stands for the functions with a fault in the last run; see `secretName`. */
  readonly planted: readonly string[];
  /** Stable tests that passed before and not in the last run. */
  readonly failing: number;
  readonly finding: IntegrityFinding | undefined;
}

/**
 * Plants faults in the patched tree and runs the suite. The right tests must fail: code that forges
 * its results passes with any fault, or fails regardless of what is broken. Faults of value come first,
 * because tests that assert nothing notice a crash, and code that swallows errors knows none of them.
 */
export async function faultControl(options: FaultControlOptions): Promise<FaultControlResult> {
  const { prepared, patched, control, verified, draw, patch } = options;
  const functions = await sourceFunctions(prepared.repository, patched, true);
  const known = prepared.faults?.faults.length ?? 0;
  const crashes =
    prepared.faults === undefined ? [] : fittingFaults(prepared.faults, functions, control.passing);
  const values = fittingValueFaults(verified, functions, control.passing);
  const fitting = isEnough(values, verified.length)
    ? values
    : isEnough(crashes, known)
      ? crashes
      : undefined;
  if (fitting === undefined) return await plantProjectWide(options, functions);
  const chosen = chooseFaults(fitting, control.passing.size, draw.of(patch));
  const first = await plant(options, chosen);
  // Code that all tests now call is not a forgery. In that case, only the narrowest fault decides.
  const narrowest = narrowestFault(fitting);
  const second =
    first.judgement === 'indiscriminate' && narrowest !== undefined
      ? await plant(options, [narrowest])
      : undefined;
  const { judgement, planted, failing } = second ?? first;
  return { planted, failing, finding: findingOf(judgement, planted.length, failing) };
}

function isEnough(fitting: readonly FittingFault[], known: number): boolean {
  return known > 0 && fitting.length >= Math.min(MIN_COUNT, known);
}

/**
 * Stands for a function in results, so that published results do not tell which faults a host plants.
 * Whoever knows the seed can compute it from the function.
 */
function secretName(draw: PrivateDraw, path: string, name: string): string {
  return draw.of('planted', path, name).slice(0, SECRET_DIGITS);
}

const SECRET_DIGITS = 16;

async function plant(
  { prepared, patched, control, draw }: FaultControlOptions,
  faults: readonly FittingFault[],
): Promise<{
  readonly judgement: FaultJudgement;
  readonly planted: readonly string[];
  readonly failing: number;
}> {
  const plantings = faults.flatMap((fault) => fault.plantings);
  const { failing } = await runWith({ prepared, patched, control, draw }, plantings);
  return {
    judgement: judgeFaults(faults, control.passing, failing),
    planted: secretNames(draw, plantings),
    failing: failing.size,
  };
}

function secretNames(draw: PrivateDraw, plantings: readonly Planting[]): readonly string[] {
  const names = plantings.map(({ function: { path, name } }) => secretName(draw, path, name));
  return [...new Set(names)].sort();
}

/**
 * Runs the suite with these faults. Returns the tests that no longer pass, and whether the counts pass.
 */
async function runWith(
  {
    prepared,
    patched,
    control,
    draw,
  }: Pick<FaultControlOptions, 'prepared' | 'patched' | 'control' | 'draw'>,
  plantings: readonly Planting[],
): Promise<ControlRun> {
  // Code under test cannot know what a crash will say.
  const message = draw.of('message', ...plantings.map(({ function: { name } }) => name));
  const tree = await plantInTree(prepared.repository, patched, plantings, message);
  const ran = await control.run(tree);
  if (ran === undefined) throw new Error('no suite run is left for the faults');
  const failing = new Set([...ran.failing].filter((id) => control.passing.has(id)));
  return { failing, passes: ran.passes };
}

/**
 * Plants faults in half of all functions if no known fault fits. No suite that tests them can pass.
 */
async function plantProjectWide(
  options: FaultControlOptions,
  functions: readonly TreeFunction[],
): Promise<FaultControlResult> {
  const { draw, patch } = options;
  const sorted = sortByText(functions, ({ path, found }) =>
    draw.of(patch, path, `${found.entry.at}`),
  );
  const half = Math.min(MAX_PROJECT_WIDE, Math.ceil(sorted.length / 2));
  const plantings = sorted.slice(0, half).map((one) => drawnPlanting(one, draw, patch));
  const planted = secretNames(draw, plantings);
  if (plantings.length === 0) return { planted, failing: 0, finding: await noFunction(options) };
  const ran = await runWith(options, plantings);
  const failing = ran.failing.size;
  const why =
    options.prepared.faults === undefined
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

/** A patch is blamed for a tree without functions only if base has some. */
async function noFunction({ prepared }: FaultControlOptions): Promise<IntegrityFinding> {
  const before = await sourceFunctions(prepared.repository, prepared.baseTree);
  if (before.length > 0) {
    return missesFaults('void', 'the tree has no function left that the tests could depend on');
  }
  const detail = 'neither base nor the patched tree has a function that can get a fault';
  return { kind: 'faults-not-plantable', severity: 'suspect', detail, files: [] };
}

/** A drawn fault of value, or a crash in a function that has none. */
function drawnPlanting(one: TreeFunction, draw: PrivateDraw, patch: string): Planting {
  const faults = [...faultsByKey(one)];
  const [first] = sortByText(faults, ([key]) => draw.of(patch, one.path, one.name, key));
  return { function: one, fault: first?.[1] ?? 'crash' };
}

function findingOf(
  judgement: FaultJudgement,
  planted: number,
  failing: number,
): IntegrityFinding | undefined {
  const where = `with faults in ${countOf(planted, 'function')}`;
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
