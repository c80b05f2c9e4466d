/**
 * Labels benchmark instances by issue clarity, test coverage and effort, and evaluates the labels.
 *
 * @module @refbench/labeling
 */

export { filterVerdict, MAX_ACCEPTABLE, severitiesOf, unsettled } from './consensus/filter-rule.ts';
export { labelsOf, recomputed } from './consensus/labels-of-votes.ts';
export { instanceSubject, instanceTask } from './input/instance-task.ts';
export { projectOf, tasksOfRows, type LabelTask } from './input/label-task.ts';
export { quotaSample, type QuotaSample } from './input/quota-sample.ts';
export { cellText } from './input/cell-text.ts';
export { readRows, type Row } from './input/read-rows.ts';
export type { ContextLimits } from './labellers/plan-context.ts';
export type { IssueScale } from './labellers/labeller.ts';
export { PROMPT_VERSION, readPromptSet } from './labellers/prompt-set.ts';
export { readInstanceLabels, keepVotesOfPeople, writeInstanceLabels } from './labels-file.ts';
export { interestOf, NO_INTEREST, type MapInterest } from './repo-map/personalise.ts';
export { buildRepoMap, type RepoMap } from './repo-map/repo-map.ts';
export { treeOfCommit, treeOfFolder, type SourceTree } from './repo-map/source-tree.ts';
export { TagStore } from './repo-map/tag-store.ts';
export { estimateLabelling, type Estimate } from './run/estimate.ts';
export {
  executeLabelling,
  type LabelClients,
  type LabellingOptions,
  type LabellingResult,
} from './run/execute-labelling.ts';
export {
  labelsOfFolder,
  readLabelFolder,
  type LabelFolder,
  type LabelPlan,
} from './run/label-folder.ts';
export { mergeRuns } from './run/merge-runs.ts';
export { labellersOf, labellersSchema, storedLabellers } from './run/plan-models.ts';
export { humanCost, type HumanCost, type HumanCostInput } from './evaluate/costs.ts';
export {
  raterAgreement,
  ratingsOfFile,
  ratingsOfTable,
  type RatingsResult,
} from './evaluate/rater-agreement.ts';
export { evaluateRun, type RunEvaluation } from './evaluate/evaluate-run.ts';
export {
  questionnaireCsv,
  questionnaireResults,
  type QuestionnaireResult,
} from './evaluate/questionnaire.ts';
export type { Embedder } from './evaluate/rationales.ts';
export { decisionsOf, referenceOf, type Reference } from './evaluate/reference.ts';
export { datasetRows } from './export.ts';
export { labelsGate, type GateResult } from './labels-gate.ts';
export { review, type ReviewResult } from './review/review-session.ts';
export { folderStore, instanceStore, type ReviewStore } from './review/review-store.ts';
