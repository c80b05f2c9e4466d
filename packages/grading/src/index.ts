/**
 * Turns a patch into a score.
 *
 * @module @refbench/grading
 */

export { instanceFaultOf } from './score/instance-fault.ts';
export { gradeRecorded, type AttemptEnd, type GradingOptions } from './score/grade-recorded.ts';
export type { GradingContext } from './score/grading-context.ts';
export { InstanceSession } from './score/instance-session.ts';
export { treePasses } from './score/tree-passes.ts';
