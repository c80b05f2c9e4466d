/**
 * Plans, runs, grades, scores and resumes benchmark runs.
 *
 * @module @refbench/runner
 */

export type { ClassifiedAttack } from './attacks/load-attacks.ts';
export { attackSubmissions } from './attacks/attack-submissions.ts';
export { countByClass, judgeAttack } from './attacks/judge-attacks.ts';
export { loadAttacks } from './attacks/load-attacks.ts';
export { agentSubmission } from './attempt/agent-submission.ts';
export {
  BUILDER_BUDGET_USD,
  BUILDER_WALL_CLOCK_MS,
  buildByAgent,
  type AgentBuild,
} from './builder/build-by-agent.ts';
export { ImagePool } from './disk/image-pool.ts';
export { orderByLayers } from './disk/order-entries.ts';
export { formatSize, parseSize } from './disk/parse-size.ts';
export { estimateRun, runsToGrade, type EstimateOptions } from './dry-run/estimate-run.ts';
export { phaseEstimates } from './dry-run/phase-estimates.ts';
export { loadPrompts } from './modes/load-prompts.ts';
export { controlPlans, type PlanControlResult } from './modes/plan-control.ts';
export { predictionSubmissions } from './predictions/prediction-submission.ts';
export { writeRulesByAgent, type RuleAgentWork } from './rule-agent/write-rules-by-agent.ts';
export {
  conductRun,
  requireModeSupport,
  type ConductOptions,
  type RunWork,
} from './run/conduct-run.ts';
export { executeRun, requireContainers } from './run/execute-run.ts';
export { checkStoredPlan, newRunId, requireRunName, type OpenRun } from './run/open-run.ts';
export {
  readControl,
  writeControl,
  type ControlCommand,
  type RunControl,
} from './run/run-control.ts';
export type { RunCell, RunCells, RunRequest } from './run/run-options.ts';
export {
  unusablePatch,
  type Absent,
  type Incomplete,
  type RunResult,
  type SetAside,
} from './run/run-result.ts';
export { requireUniqueNames } from './run/unique-names.ts';
export { verifyRun } from './run/verify-run.ts';
export { exportRun, type ExportedAttempt } from './stored-runs/export-run.ts';
export { readPlan } from './stored-runs/read-plan.ts';
export { removeRun } from './stored-runs/remove-run.ts';
export { listRunIds } from './stored-runs/run-ids.ts';
export { modelJudge, type Judge } from './submission/judge.ts';
export { entriesWithWork } from './submission/with-work.ts';
export {
  askedModels,
  requireCallableModels,
  type ModelOptions,
} from './submission/model-service.ts';
export type { PromptSet } from './submission/prompt-set.ts';
export { spentBefore } from './submission/spent-before.ts';
export type { Submission } from './submission/submission.ts';
