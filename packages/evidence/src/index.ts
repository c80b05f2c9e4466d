/**
 * Reads a run and the evidence behind each score, as documents that pages show.
 *
 * @module @refbench/evidence
 */

export { behaviourRows, behaviourTables } from './behaviour/behaviour-tables.ts';
export type { AttemptFolder } from './read/attempt-folders.ts';
export {
  caseStudyMarkdown,
  writeCaseStudy,
  type CaseStudy,
  type CaseStudyRequest,
} from './case-study/write-case-study.ts';
export { diffOf } from './diff/diff-view.ts';
export { findAttempt, readAttemptView } from './read/read-attempt-view.ts';
export { readRunView, type RunViewOptions } from './read/read-run-view.ts';
export { readRunState } from './read/run-state.ts';
export {
  attemptViewSchema,
  type AttemptView,
  type RuleRow,
  type StepView,
} from './schema/attempt-view.ts';
export {
  activitySchema,
  behaviourSchema,
  failureModeSchema,
  type Activity,
  type Behaviour,
  type FailureMode,
} from './schema/behaviour.ts';
export { diffFileSchema, type DiffFile, type DiffLine, type Mark } from './schema/diff-view.ts';
export {
  attemptKeySchema,
  runViewSchema,
  type AttemptKey,
  type AttemptRow,
  type RunView,
} from './schema/run-view.ts';
export { agentSizes, sizesTable, type AgentSizes } from './published-patches/patch-sizes.ts';
export {
  readPublishedPatches,
  type MeasuredPatch,
  type PublishedPatches,
} from './published-patches/read-patches.ts';
