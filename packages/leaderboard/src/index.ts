/**
 * Signed submissions, their verification, the ledger of a leaderboard and the data of its site.
 *
 * @module @refbench/leaderboard
 */

export {
  boardViewSchema,
  type BoardAgent,
  type BoardResult,
  type BoardView,
} from './board/board-view.ts';
export type { BoardSubmission } from './board/board-submission.ts';
export { buildBoard, type BoardOptions } from './board/build-board.ts';
export { makeKey, readPrivateKey } from './bundle/keys.ts';
export { submissionDescriptionSchema, type SubmissionDescription } from './bundle/manifest.ts';
export { packRun, type PackOptions } from './bundle/pack-run.ts';
export { readLedger, type LedgerRow } from './ledger/ledger.ts';
export { addSubmission, removeSubmission, type ChangeOptions } from './ledger/submissions.ts';
export type { OpenedBundle } from './verify/check-structure.ts';
export type { Sample } from './verify/sample-instances.ts';
export {
  verificationMarkdown,
  verificationSchema,
  type Check,
  type Verification,
} from './verify/verification.ts';
export { verifySubmission, type VerifyOptions } from './verify/verify-submission.ts';
