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
export { goldenChange } from './admission/golden-change.ts';
export { buildDataset } from './build/build-dataset.ts';
export { candidateKey, readCandidates, type CandidateLine } from './build/candidate-list.ts';
export { datasetSteps } from './build/dataset-steps.ts';
export { autodetectBuilder, type EnvironmentBuilder } from './build/environment-step.ts';
export { limitedBuilder } from './build/limited-builder.ts';
export type { Funnel } from './build/funnel.ts';
export { mineRules, type RuleWriter } from './build/rules-step.ts';
export type { Work } from './build/steps.ts';
export type { TextWriter } from './build/texts-step.ts';
export { exportCodetaste } from './codetaste/export-codetaste.ts';
export { importCodetaste, type ImportedCodetaste } from './codetaste/import-codetaste.ts';
export type { RowOutcome } from './codetaste/import-row.ts';
export { describeDataset } from './card/describe-dataset.ts';
export { markDataset } from './card/mark-dataset.ts';
export { measureInstance } from './card/measure-instance.ts';
export { validateDataset, type DatasetValidation } from './card/validate-dataset.ts';
export type { InstanceMeasures } from './card/measure-instance.ts';
export { buildOwnSet, type OwnSetView } from './own/build-own-set.ts';
export { neededEntries } from './own/needed-entries.ts';
export { ownInstanceDetails, type OwnInstanceDetails } from './own/own-instance-details.ts';
export type { OwnCandidateView } from './own/own-view.ts';
export { plainTextWriter } from './own/plain-text-writer.ts';
export { PUBLISHED_DATASET } from './pull/data-source.ts';
export { listDatasets, type DatasetList } from './pull/list-datasets.ts';
export { pullDataset, type PulledDataset } from './pull/pull-dataset.ts';
