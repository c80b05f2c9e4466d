import { availableParallelism } from 'node:os';
import type { ImageOptions } from '@refbench/env-builder';
import { writeAdmission, type CatalogEntry } from '@refbench/instances';
import { excludeVaryingTests } from '@refbench/environments';
import { type Workspace } from '@refbench/workspace';
import type { Engine } from '@refbench/sandbox';
import { checkStatically, checkWithSuite, type NamedGate } from '../admission/check-instance.ts';
import type { GateContext, SuiteContext, VaryingTests } from '../admission/gate.ts';
import { admitStable, type Admission } from './admit-stable.ts';
import { environmentStep, exclusionText, type EnvironmentBuilder } from './environment-step.ts';
import { faultsOf, type FaultSearch } from './faults-of.ts';
import { rulesStep, type RuleWriter } from './rules-step.ts';
import { sourceStep } from './source-step.ts';
import { entryOf, isPromoted, promote, stagingOf } from './staged-instance.ts';
import type { DatasetSteps, StepResult, Work } from './steps.ts';
import { suiteTurns } from './suite-turns.ts';
import { textsStep, type TextWriter } from './texts-step.ts';

export interface DatasetStepOptions {
  /** Where admitted instances and their rules go. */
  readonly workspace: Workspace;
  /** Folder of the build. Candidates are worked on below it. */
  readonly folder: string;
  readonly engine: Engine;
  /** Settings of image builds, after making room for the image of the instance. */
  readonly buildOf: (entry: CatalogEntry) => Promise<ImageOptions>;
  /** A name for the runs of one step; each call gives another one. */
  readonly newRun: () => string;
  /** Folder of texts that people wrote, `<folder>/<instance>/task.*.md`. */
  readonly texts: string | undefined;
  /** Folder of instances that people have prepared: instance.yaml, recipes, texts. */
  readonly prepared: string | undefined;
  /** Writes texts that nobody wrote. */
  readonly writeTexts: TextWriter | undefined;
  readonly writeRules: RuleWriter;
  readonly buildEnvironment: EnvironmentBuilder;
  readonly faults: FaultSearch;
}

/** Most suites end much earlier. */
const TURN_MS = 5 * 60_000;

/** The steps that make an instance of a candidate. */
export function datasetSteps(options: DatasetStepOptions): DatasetSteps {
  const { workspace, folder } = options;
  const staging = stagingOf(workspace, folder);
  // The images of other candidates are built meanwhile.
  const turn = suiteTurns(Math.max(1, Math.floor(availableParallelism() / 2)), TURN_MS);
  const contextOf = async ({ id, signal, onProgress }: Work): Promise<GateContext> => ({
    workspace: staging,
    signal,
    onProgress,
    entry: await entryOf(staging, id),
  });
  const suiteContextOf = async (work: Work): Promise<SuiteContext> => {
    const context = await contextOf(work);
    const build = await options.buildOf(context.entry);
    return { ...context, engine: options.engine, build, run: options.newRun(), turn, record: true };
  };
  /** Candidates whose recipe nobody wrote, so that it may be changed. */
  const drafted = new Set<string>();
  const buildEnvironment: EnvironmentBuilder = async (context) => {
    drafted.add(context.entry.instance.id);
    return await options.buildEnvironment(context);
  };
  const environment = async (work: Work): Promise<StepResult> =>
    await environmentStep(await suiteContextOf(work), buildEnvironment, () =>
      entryOf(staging, work.id),
    );
  return {
    source: (candidate, { signal }) =>
      sourceStep({ workspace, staging, prepared: options.prepared }, candidate, signal),
    texts: async (work) =>
      await textsStep(await contextOf(work), options.texts, options.writeTexts),
    rules: async (work) => await rulesStep(await contextOf(work), options.writeRules),
    environment,
    admission: async (work) => {
      // A kill between the move and its record.
      if (await isPromoted(workspace, work.id)) return { kind: 'done', note: 'admitted' };
      return await admitStable({
        admit: async () => {
          const context = await suiteContextOf(work);
          return await turn(() => admit(context, workspace, options.faults));
        },
        exclude: async ({ names, total }) => {
          if (!drafted.has(work.id)) return [];
          const excluded = await excludeVaryingTests(await entryOf(staging, work.id), names, total);
          if (excluded.length > 0) work.onProgress(exclusionText(excluded));
          return excluded;
        },
        prepare: () => environment(work),
      });
    },
  };
}

/** Checks every gate, and moves the instance to its place if all passed. */
async function admit(
  context: SuiteContext,
  workspace: Workspace,
  search: FaultSearch,
): Promise<Admission> {
  const known = await checkStatically(context);
  const suite = known.every(({ passed }) => passed !== false)
    ? await checkWithSuite(context)
    : undefined;
  const gates = [...known, ...(suite?.gates ?? [])];
  const refused = gates.filter(({ passed }) => passed === false);
  if (refused.length > 0) {
    const reason = refused.map(refusalText).join('; ');
    const tests = varyingOf(refused);
    return tests === undefined ? { kind: 'dropped', reason } : { kind: 'varying', tests, reason };
  }
  const faults = await faultsOf(context, search);
  await writeAdmission(context.entry, gates, suite?.evidence);
  await promote(context.entry, workspace);
  return { kind: 'done', note: `admitted; ${faults}` };
}

/** The tests for which all of these gates may have refused; undefined if a gate had another reason. */
function varyingOf(refused: readonly NamedGate[]): VaryingTests | undefined {
  const tests = refused.map(({ varying }) => varying).filter((one) => one !== undefined);
  if (tests.length < refused.length) return undefined;
  const names = tests.flatMap((one) => one.names);
  return { names, total: Math.max(...tests.map(({ total }) => total)) };
}

function refusalText({ name, problems }: NamedGate): string {
  return `${name}: ${problems.join(', ')}`;
}
