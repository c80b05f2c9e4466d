import type {
  Baseline,
  InfraCause,
  Limits,
  OriginalTests,
  PackageList,
  StableTest,
} from '@refbench/contracts';
import type { PreparedInstance } from '@refbench/instances';
import type { Tree } from '@refbench/repos';
import { compareTests, runTests } from '@refbench/suites';
import type { FormRun } from './form-run.ts';
import { failedByGolden } from './failed-by-golden.ts';
import { touchedInlineTests, withInlineTests } from './inline-tests.ts';
import { neededTests } from './needed-tests.ts';
import { isInSource } from './source-tests.ts';
import { formedTree, goldenChangesTests, touchedTests, type TestForm } from './test-forms.ts';

export interface OriginalTestsOptions {
  readonly prepared: PreparedInstance;
  readonly baseline: Baseline;
  readonly patched: Tree;
  readonly limits: Limits;
  readonly run: string;
  readonly attempt: string;
  readonly signal: AbortSignal;
  /** Packages of the attempt. */
  readonly packages?: PackageList | undefined;
}

export type OriginalTestsResult =
  | { readonly kind: 'ran'; readonly original: OriginalTests }
  /** The suite already ran with original tests, or its tests have no names. */
  | { readonly kind: 'not-needed' }
  | { readonly kind: 'infra'; readonly detail: string }
  | { readonly kind: 'stopped' };

/** Ends the runs early. It is not an error. */
class Interrupted extends Error {
  readonly result: Exclude<OriginalTestsResult, { kind: 'ran' }>;

  constructor(result: Exclude<OriginalTestsResult, { kind: 'ran' }>) {
    super(result.kind);
    this.result = result;
  }
}

/**
 * Runs the original tests on a patched tree whose patch touches test files, in containers of their own,
 * counted like every run. Usually one run decides, and at most three about each stable test:
 *
 * 1. Test files as on golden; those that golden left unchanged have their bytes on base.
 * 2. If a test does not pass: all test files as on base.
 * 3. If a test passes in neither form, and golden itself fails it in base's form, the patched tree may lack
 *    the interface that golden's form needs. Then the test files that golden changed run as in the patch,
 *    between the others in their original bytes.
 */
export async function runOriginalTests(
  options: OriginalTestsOptions,
): Promise<OriginalTestsResult> {
  const { prepared, baseline, patched } = options;
  const { repository, baseTree: base, instance } = prepared;
  const stable = baseline.stable_tests;
  if (stable === null || stable.length === 0) return { kind: 'not-needed' };
  const golden = await repository.readTree(instance.golden);
  const trees = { base, golden, patched };
  const inline = await touchedInlineTests(repository, trees);
  if (touchedTests(trees).length === 0 && inline.length === 0) return { kind: 'not-needed' };
  const isNeeded = await neededTests(repository, base, patched);
  const runs: OriginalTests['runs'] = [];
  const runForm = async (form: TestForm): Promise<FormRun> => {
    const plain = formedTree(trees, form, isNeeded);
    const run = async (tree: Tree): Promise<FormRun> => {
      const found = await runTree(options, tree, stable, form);
      runs.push({ form, run: found.run, passed: passedIn(found, stable) });
      return found;
    };
    const found = await run(await withInlineTests(repository, plain, inline, form));
    // Tests within sources use what is private there. Where they do not compile, no test says anything.
    return inline.length > 0 && passedIn(found, stable) === 0 ? await run(plain) : found;
  };
  try {
    const first = await runForm('golden');
    const change = goldenChangesTests(trees);
    const second = isOpen(first) && change ? await runForm('base') : first;
    const open = stable.map(({ id }) => id).filter((id) => fails(first, id) && fails(second, id));
    const forced =
      open.length > 0 && change
        ? await failedByGolden(options, (tree) => runTree(options, tree, stable, 'forced'))
        : new Set<string>();
    const third = open.some((id) => forced.has(id)) ? await runForm('patch') : undefined;
    const own = open.filter((id) => forced.has(id) && third !== undefined && !fails(third, id));
    const isMissing = (id: string): boolean => first.missing.has(id) && second.missing.has(id);
    // A test within code under test moves with that code, and cannot be put back.
    const lost = open.filter((id) => !own.includes(id) && !(isMissing(id) && isInSource(id, base)));
    return {
      kind: 'ran',
      original: {
        runs,
        missing: lost.filter(isMissing),
        failing: lost.filter((id) => !isMissing(id)),
        own_form: own,
      },
    };
  } catch (error) {
    if (error instanceof Interrupted) return error.result;
    throw error;
  }
}

function passedIn({ missing, failing }: FormRun, stable: readonly StableTest[]): number {
  return stable.length - missing.size - failing.size;
}

function isOpen({ missing, failing }: FormRun): boolean {
  return missing.size + failing.size > 0;
}

function fails({ missing, failing }: FormRun, id: string): boolean {
  return missing.has(id) || failing.has(id);
}

async function runTree(
  { prepared, limits, run, attempt, signal, packages }: OriginalTestsOptions,
  patched: Tree,
  stable: readonly StableTest[],
  form: string,
): Promise<FormRun> {
  const label = `${attempt}-original-${form}`;
  const result = await runTests({
    prepared,
    patched,
    limits,
    run,
    attempt: label,
    signal,
    packages,
  });
  switch (result.kind) {
    case 'stopped':
      throw new Interrupted(result);
    case 'infra':
      throw new Interrupted({ kind: 'infra', detail: detailOf(result) });
    case 'ran': {
      const named = result.run.kind === 'counted' ? result.tests : undefined;
      // Original tests are where they were. One with the same title elsewhere is the patch's.
      const { missing, failing } = compareTests(stable, named, 'ids');
      return { run: result.run, missing: new Set(missing), failing: new Set(failing) };
    }
  }
}

function detailOf({ cause, detail }: { cause: InfraCause; detail: string }): string {
  return `the original tests could not be run: ${cause}: ${detail}`;
}
