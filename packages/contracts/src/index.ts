/**
 * Schemas, types and errors of every RefBench file format; performs no I/O.
 *
 * @module @refbench/contracts
 */

export { ABSENT_RESULT_FILE, absentResultSchema, type AbsentResult } from './absent-result.ts';
export {
  admissionRecordSchema,
  gateResultSchema,
  type AdmissionMeasures,
  type AdmissionRecord,
  type BuiltImage,
  type PartDigests,
} from './admission-record.ts';
export { agentDefinitionSchema, type AgentDefinition } from './agent-definition.ts';
export {
  attackClassSchema,
  attackFileSchema,
  type Attack,
  type AttackClass,
  type AttackFile,
  type AttackFiles,
  type AttackStep,
} from './attack-file.ts';
export {
  ATTACK_RESULTS_FILE,
  attackResultsSchema,
  type AttackOutcome,
  type AttackResults,
  type ClassCounts,
  type JudgedAttack,
} from './attack-results.ts';
export {
  attemptRecordSchema,
  testsRecordSchema,
  type AttemptRecord,
  type TestsRecord,
} from './attempt-record.ts';
export { attemptUsageSchema, type AttemptUsage } from './attempt-usage.ts';
export { baselineSchema, type Baseline, type Bounds } from './baseline.ts';
export { controlsRecordSchema, type ControlsReport } from './controls-report.ts';
export {
  bytesWithoutCanary,
  canarySentence,
  withCanary,
  withoutCanary,
  type CanaryForm,
} from './canary.ts';
export { datasetSchema, type Dataset } from './dataset.ts';
export { digestSchema, type Digest } from './digest.ts';
export { EXIT_CODES, type ExitKind } from './exit-codes.ts';
export {
  instanceIdOf,
  instanceIdSchema,
  SEGMENT_CHARACTERS,
  segmentSchema,
  type InstanceId,
} from './instance-id.ts';
export {
  instanceSchema,
  modeSchema,
  repositoryNameSchema,
  trackSchema,
  type Instance,
  type Mode,
  type SuiteSettings,
  type Track,
} from './instance.ts';
export {
  controlsLevelSchema,
  integrityFindingSchema,
  integritySeveritySchema,
  type ControlsLevel,
  type Integrity,
  type IntegrityFinding,
} from './integrity.ts';
export { journalEventSchema, type JournalEvent } from './journal-event.ts';
export {
  labelCriterionSchema,
  labelSchema,
  labelsSchema,
  labelVoteSchema,
  type CriterionLabels,
  type Label,
  type LabelCriterion,
  type Labels,
  type LabelVote,
} from './labels.ts';
export { DEFAULT_LIMITS, type Limits, type ProfileName } from './limits.ts';
export { machineSchema, type Machine } from './machine.ts';
export { type OriginalTests, type StableTest, type TestsByName } from './named-tests.ts';
export {
  outcomeSchema,
  verdictSchema,
  type InfraCause,
  type Outcome,
  type Verdict,
} from './outcome.ts';
export { PACKED_NAMES } from './packed-names.ts';
export {
  judgePhaseSchema,
  phaseRecordSchema,
  planPhaseSchema,
  type AgentPhase,
  type JudgePhase,
  type PhaseRecord,
  type PlanPhase,
} from './phase-record.ts';
export { suiteCoverageSchema, type SuiteCoverage } from './suite-coverage.ts';
export { plantedFaultsSchema, type PlantedFault, type PlantedFaults } from './planted-faults.ts';
export { didYouMean } from './nearest-name.ts';
export type { PlanAdherence } from './plan-adherence.ts';
export { planControlSchema, type PlanControl } from './plan-control.ts';
export { DEFAULT_PLANNING, type PlanningLimits } from './planning-limits.ts';
export {
  baselineModeSchema,
  provisionalBaselineSchema,
  type BaselineMode,
  type ProvisionalBaseline,
} from './provisional-baseline.ts';
export { publishedBaselineSchema, type PublishedBaseline } from './published-baseline.ts';
export { errorsIn } from './errors-in.ts';
export { RefbenchError, type RefbenchErrorFields } from './refbench-error.ts';
export { refusedRulesSchema, type RefusedRule } from './refused-rule.ts';
export { isReservedAgentName, REFERENCE_AGENTS, RESERVED_NAME } from './reserved-names.ts';
export { repeatFolder } from './repeat-folder.ts';
export {
  controlStateSchema,
  runStatusSchema,
  type ControlState,
  type RunStatus,
} from './run-control.ts';
export { runPlanSchema, settingMode, type RunPlan } from './run-plan.ts';
export { scoreSchema, type ReductiveEvidence, type Score, type ThreeWay } from './score.ts';
export { safeTestId, titleOfTest } from './test-id.ts';
export { taskFindingsSchema, type TaskFindings } from './task-findings.ts';
export { taskReviewSchema, type TaskReview } from './task-review.ts';
export {
  testCountsSchema,
  testRunSchema,
  type SuiteDurations,
  type TestCounts,
  type TestRun,
} from './test-counts.ts';
export { trajectorySchema, type Trajectory, type TrajectoryStep } from './trajectory.ts';
export { rulesetSideSchema, witnessSchema, type RulesetSide, type Witness } from './witness.ts';
export { TOOL_VERSION } from './tool-version.ts';
export {
  predictionLineSchema,
  runDetailsSchema,
  runSummarySchema,
  type PredictionLine,
  type RunDetails,
  type RunResultRow,
  type RunSummary,
} from './run-summary.ts';
export { instanceDetailsSchema, type InstanceDetails } from './instance-details.ts';
export { dryRunSchema, type DryRun } from './dry-run.ts';
export {
  missingPackageSchema,
  packageListSchema,
  packageRequestSchema,
  packagesSettingSchema,
  scorePackagesSchema,
  suitePackagesSchema,
  type MissingPackage,
  type PackageArchive,
  type PackageDocument,
  type PackageList,
  type PackageRequest,
  type PackagesSetting,
  type ScorePackages,
  type SuitePackages,
} from './package-record.ts';
