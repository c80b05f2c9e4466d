/**
 * Plans, runs, grades, scores and resumes benchmark runs.
 *
 * @module @refbench/runner
 */

export {
  buildEnvironment,
  type BuildEnvironmentOptions,
  type EnvironmentBuild,
} from './environment/build-environment.ts';
export { baselineFault, BASELINE_RUNS, readBaseline } from './calibration/baseline-store.ts';
export {
  buildByAgent,
  BUILDER_BUDGET_USD,
  BUILDER_WALL_CLOCK_MS,
  type AgentBuild,
  type BuildByAgentOptions,
} from './builder/build-by-agent.ts';
export { calibrate, ensureBaseline } from './calibration/calibrate.ts';
export type { Calibration } from './calibration/calibration.ts';
export { verifyRun } from './run/verify-run.ts';
export { readCoverage, writeCoverage } from './suite-coverage/coverage-file.ts';
export { measureCoverage, type CoverageResult } from './suite-coverage/measure-coverage.ts';
export { provideFaults } from './planted-faults/provide-faults.ts';
export { publishBaseline } from './calibration/published-counts.ts';
export { treePasses, type TreePassesOptions } from './grade/tree-passes.ts';
export { checkEnvironment, type EnvironmentCheck } from './environment/check-environment.ts';
export { agentSubmission } from './attempt/agent-submission.ts';
export type { Submission } from './attempt/submission.ts';
export { readAdmission, writeAdmission, type AdmissionState } from './dataset/admission-file.ts';
export { CARD_FILE } from './dataset/card-problems.ts';
export type { DatasetProblem } from './dataset/dataset-problem.ts';
export { describeDataset, type DescribedDataset } from './dataset/describe-dataset.ts';
export { validateDataset, type DatasetValidation } from './dataset/validate-dataset.ts';
export { measureInstance, type InstanceMeasures } from './dataset/measure-instance.ts';
export { ImagePool } from './disk/image-pool.ts';
export { orderByLayers } from './disk/order-entries.ts';
export { parseSize } from './disk/parse-size.ts';
export { executeRun, requireContainers, requireModeSupport } from './run/execute-run.ts';
export type { RunOptions } from './run/run-options.ts';
export type { Absent, Incomplete, RunResult } from './run/run-result.ts';
export {
  listInstanceIds,
  matchesPattern,
  readTask,
  type CatalogEntry,
} from './instance/instance-catalog.ts';
export { estimateRun } from './dry-run/estimate-run.ts';
export { exportRun, type ExportedAttempt } from './stored-runs/export-run.ts';
export { readPlan } from './stored-runs/read-plan.ts';
export { removeRun } from './stored-runs/remove-run.ts';
export { listRunIds } from './stored-runs/run-ids.ts';
export { instanceDetails } from './selection/instance-details.ts';
export { listInstances, type BrokenInstance } from './selection/list-instances.ts';
export {
  filterEntries,
  LANGUAGES,
  selectEntries,
  selectInstances,
  selectOne,
  type Selection,
} from './selection/select-entries.ts';
export { requireUniqueNames } from './run/unique-names.ts';
export type { ModelOptions } from './attempt/model-service.ts';
export { loadPrompts } from './modes/load-prompts.ts';
export { modelJudge, type Judge, type StructuredClient } from './modes/judge.ts';
export {
  controlPlans,
  type PlanControlOptions,
  type PlanControlResult,
} from './modes/plan-control.ts';
export type { PromptSet } from './modes/prompt-set.ts';
export { addInstance, type AddInstanceOptions } from './instance/add-instance.ts';
export { newRunId } from './run/open-run.ts';
export { predictionSubmissions } from './predictions/prediction-submission.ts';
export {
  openInstanceRepository,
  prepareEnvironment,
  prepareInstance,
} from './instance/prepare-instance.ts';
export type { PreparedEnvironment } from './instance/prepared-instance.ts';
export type { ProgressEvent, ProgressListener } from './run/progress.ts';
export {
  writeRulesByAgent,
  type RuleAgentOptions,
  type RuleAgentWork,
} from './rule-agent/write-rules-by-agent.ts';
export { scratchFolder, sweepScratch, type ScratchFolder } from './disk/scratch-folder.ts';
export type { Workspace } from './workspace.ts';
