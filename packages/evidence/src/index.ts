/**
 * Reads a run and the evidence behind each score, as documents that pages show.
 *
 * @module @refbench/evidence
 */

export { behaviourRows, behaviourTables } from './behaviour/behaviour-tables.ts';
export type { AttemptFolder } from './read/attempt-folders.ts';
export { caseStudyMarkdown, writeCaseStudy } from './case-study/write-case-study.ts';
export { diffOf } from './diff/diff-view.ts';
export { findAttempt, readAttemptView } from './read/read-attempt-view.ts';
export { readRunView } from './read/read-run-view.ts';
export { readRunState } from './read/run-state.ts';
export {
  attemptViewSchema,
  type AttemptView,
  type RuleRow,
  type StepView,
} from './schema/attempt-view.ts';
export type { Activity, Behaviour, FailureMode } from './schema/behaviour.ts';
export type { DiffFile, DiffLine } from './schema/diff-view.ts';
export {
  attemptKeySchema,
  runViewSchema,
  type AttemptRow,
  type LivePhase,
  type RunView,
} from './schema/run-view.ts';
export { agentSizes, sizesTable } from './published-patches/patch-sizes.ts';
export { readPublishedPatches } from './published-patches/read-patches.ts';
