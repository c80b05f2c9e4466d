/**
 * Makes datasets: admits instances by evidence, and builds sets from candidates.
 *
 * @module @refbench/dataset
 */

export { checkStatically, checkWithSuite, type NamedGate } from './admission/check-instance.ts';
export type { GateContext, SuiteContext } from './admission/gate.ts';
export { buildDataset, type BuildDatasetOptions } from './build/build-dataset.ts';
export { candidateKey, readCandidates, type CandidateLine } from './build/candidate-list.ts';
export type { Funnel } from './build/funnel.ts';
export { datasetSteps, type DatasetStepOptions } from './build/dataset-steps.ts';
export {
  buildByAutodetect,
  type BuiltEnvironment,
  type EnvironmentBuilder,
} from './build/environment-step.ts';
export { mineRules, type RuleWriter } from './build/rules-step.ts';
export type { TextWriter } from './build/texts-step.ts';
export type { DatasetSteps, StepResult, Work } from './build/steps.ts';
