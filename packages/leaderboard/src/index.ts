/**
 * Signed submissions, their verification, the ledger of a leaderboard and the data of its site.
 *
 * @module @refbench/leaderboard
 */

export type { AttackRelease } from './board/attack-releases.ts';
export { recordAttacks } from './board/record-attacks.ts';
export { BOARD_FILE } from './ledger/board-file.ts';
export type { BoardResult, BoardView } from './board/board-view.ts';
export { buildBoard } from './board/build-board.ts';
export { makeKey, publicKeyText, readPrivateKey } from './bundle/keys.ts';
export { submissionDescriptionSchema } from './bundle/manifest.ts';
export { packRun } from './bundle/pack-run.ts';
export { LEDGER_FILE, readLedger } from './ledger/ledger.ts';
export { addSubmission, boardSubmissions, removeSubmission } from './ledger/submissions.ts';
export type { OpenedBundle } from './verify/check-structure.ts';
export type { Sample } from './verify/sample-instances.ts';
export {
  verificationMarkdown,
  verificationSchema,
  type Check,
  type Verification,
} from './verify/verification.ts';
export {
  verifySubmission,
  type AcceptedSubmission,
  type Verified,
} from './verify/verify-submission.ts';
