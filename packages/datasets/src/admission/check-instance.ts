import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_LIMITS, type Baseline } from '@refbench/contracts';
import { labelsGate, readInstanceLabels } from '@refbench/labeling';
import { readTaskText } from '@refbench/tasks';
import {
  admissionRuns,
  prepareEnvironment,
  type AdmissionEvidence,
  type PreparedEnvironment,
} from '@refbench/instances';
import { allOf, ensureBaseline, twoCoresAreFree } from '@refbench/environments';
import { admissionEvidence } from './admission-evidence.ts';
import { faultOf } from '../machine-failure.ts';
import {
  gateOf,
  passedGate,
  unmeasuredGate,
  type GateContext,
  type GateResult,
  type SuiteContext,
} from './gate.ts';
import { checkCoverage } from './coverage-gate.ts';
import { checkRules } from './rules-gate.ts';
import { checkSource } from './source-gate.ts';
import { checkBaseline, gradeReferences } from './suite-gates.ts';
import { checkTexts } from './texts-gate.ts';
import { checkTricks } from './tricks-gate.ts';

export type NamedGate = GateResult & { readonly name: string };

/** Gates that need no container, in the order of the report. */
const STATIC_GATES: readonly {
  readonly name: string;
  readonly check: (context: GateContext) => Promise<GateResult>;
}[] = [
  { name: 'source', check: checkSource },
  { name: 'texts', check: checkTexts },
  { name: 'rules', check: checkRules },
  { name: 'labels', check: checkLabels },
];

/** Runs the gates that need no container. Every gate runs, even if others refuse. */
export async function checkStatically(context: GateContext): Promise<readonly NamedGate[]> {
  const gates: NamedGate[] = [];
  for (const { name, check } of STATIC_GATES) {
    context.signal.throwIfAborted();
    gates.push({ name, ...(await refusable(check(context))) });
  }
  return gates;
}

/** Gates that ran the suite, and what they measured on this machine. */
export interface SuiteCheck {
  readonly gates: readonly NamedGate[];
  /** Undefined without tests, and if the runs of the suite could not be timed. */
  readonly evidence: AdmissionEvidence | undefined;
}

/**
 * Runs the gates that run the suite: image and leaks, baseline, coverage, golden and nop, tricks. The image
 * and the baseline of this host are made if they do not exist. Without an image nothing else can run.
 */
export async function checkWithSuite(context: SuiteContext): Promise<SuiteCheck> {
  const { signal } = context;
  const { no_tests: untested } = context.entry.instance;
  try {
    if (untested !== undefined) {
      const { golden, nop } = await gradeReferences(context);
      return without([
        { name: 'environment', ...unmeasuredGate(`no tests: ${untested}`) },
        { name: 'golden', ...golden },
        { name: 'nop', ...nop },
      ]);
    }
    await using prepared = await prepareEnvironment(context);
    const { image, environment } = { image: prepared.environment.imageId, ...prepared };
    const baseline = await ensureBaseline({
      ...context,
      prepared,
      k: admissionRuns(context.entry.instance),
      limits: DEFAULT_LIMITS.grade,
    });
    const stable = { name: 'baseline', ...checkBaseline(baseline) };
    const clean = {
      name: 'environment',
      ...passedGate(`image ${image.slice(0, 19)}, no leaks`, environment.recipeDigest.slice(0, 19)),
    };
    if (stable.passed === false) return without([clean, stable]);
    const measured = await measureGates(context, prepared, baseline);
    signal.throwIfAborted();
    const gates = [clean, stable, ...measured];
    return { gates, evidence: await admissionEvidence(context, prepared, baseline) };
  } catch (error) {
    return without([{ name: 'environment', ...refusalOf(error) }]);
  }
}

/**
 * Runs the gates that need a baseline. If two cores are free, golden and nop are graded while coverage and
 * tricks run: two suites at a time, as when the baseline was measured.
 */
async function measureGates(
  context: SuiteContext,
  prepared: PreparedEnvironment,
  baseline: Baseline,
): Promise<readonly NamedGate[]> {
  const references = (): ReturnType<typeof gradeReferences> => gradeReferences(context);
  const others = async (): Promise<Readonly<Record<'coverage' | 'tricks', GateResult>>> => {
    const coverage = await refusable(checkCoverage(context, prepared));
    context.signal.throwIfAborted();
    return { coverage, tricks: await refusable(checkTricks(context, prepared, baseline)) };
  };
  const [{ golden, nop }, { coverage, tricks }] = (await twoCoresAreFree())
    ? await allOf([references(), others()])
    : [await references(), await others()];
  return [
    { name: 'coverage', ...coverage },
    { name: 'golden', ...golden },
    { name: 'nop', ...nop },
    { name: 'tricks', ...tricks },
  ];
}

function without(gates: readonly NamedGate[]): SuiteCheck {
  return { gates, evidence: undefined };
}

/** The labels of an instance must admit it if it has any. */
async function checkLabels({ entry }: GateContext): Promise<GateResult> {
  const exists = await readFile(join(entry.dir, 'labels.json')).catch(() => undefined);
  if (exists === undefined) return unmeasuredGate('there are no labels');
  const [instructed, open] = await Promise.all(
    (['instructed', 'open'] as const).map((track) => readTaskText(entry.dir, track)),
  );
  const tasks = {
    ...(instructed === undefined ? {} : { instructed }),
    ...(open === undefined ? {} : { open }),
  };
  return labelsGate(entry.instance, tasks, await readInstanceLabels(entry.dir));
}

async function refusable(check: Promise<GateResult>): Promise<GateResult> {
  return await check.catch(refusalOf);
}

/** A gate refuses if the instance is at fault. */
function refusalOf(error: unknown): GateResult {
  return gateOf([faultOf(error)]);
}
