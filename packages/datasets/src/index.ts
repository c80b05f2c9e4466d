/**
 * Admits instances by evidence, takes candidates through all steps, and describes datasets.
 *
 * @module @refbench/datasets
 */

export {
  checkStatically,
  checkWithSuite,
  type NamedGate,
  type SuiteCheck,
} from './admission/check-instance.ts';
export { buildDataset } from './build/build-dataset.ts';
export { candidateKey, readCandidates, type CandidateLine } from './build/candidate-list.ts';
export { datasetSteps } from './build/dataset-steps.ts';
export { buildByAutodetect, type EnvironmentBuilder } from './build/environment-step.ts';
export type { Funnel } from './build/funnel.ts';
export { mineRules, type RuleWriter } from './build/rules-step.ts';
export type { Work } from './build/steps.ts';
export type { TextWriter } from './build/texts-step.ts';
export { describeDataset } from './card/describe-dataset.ts';
export { markDataset } from './card/mark-dataset.ts';
export { measureInstance } from './card/measure-instance.ts';
export { validateDataset, type DatasetValidation } from './card/validate-dataset.ts';
export type { InstanceMeasures } from './card/measure-instance.ts';
export { PUBLISHED_DATASET } from './pull/data-source.ts';
export { listDatasets, type DatasetList } from './pull/list-datasets.ts';
export { pullDataset, type PulledDataset } from './pull/pull-dataset.ts';
