/**
 * Texts of tasks: written from a change, checked for leaks, reviewed.
 *
 * @module @refbench/tasks
 */

export { askDecisions } from './ask-decisions.ts';
export { summarizeChange, type ChangeSummary } from './change-summary.ts';
export { checkTask } from './check-task.ts';
export { describeReview, type ReviewedText } from './describe-review.ts';
export { findLeaks, type Leak } from './leak-check.ts';
export { OPEN_LIMIT, openTextProblems } from './open-text.ts';
export { reviewTask } from './review-task.ts';
export { skeleton } from './skeleton.ts';
export { assertWritable, readTaskText, writeTaskTexts, type TaskTexts } from './task-files.ts';
export { findingLines, readTaskFindings, recordTaskFindings } from './task-findings.ts';
export { plainTexts } from './plain-texts.ts';
export { readTaskPrompts } from './task-prompts.ts';
export { readTaskReview, recordTaskReview, type TaskReviewEntry } from './task-review.ts';
export { describeSource, readDiscussions } from './task-source.ts';
export { toldNames } from './told-names.ts';
export { writeTask } from './write-task.ts';
