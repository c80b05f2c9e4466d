/**
 * Reads a run and the evidence behind each score, as documents that pages show.
 *
 * @module @refbench/evidence
 */

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
