export { alignment } from './alignment.ts';
export { bounds } from './bounds.ts';
export type { ChangedLine } from './changed-line.ts';
export { instructionFollowing, type RuleCounts } from './instruction-following.ts';
export { nullReasons, type SideSentences } from './null-reasons.ts';
export { pass } from './pass.ts';
export { precision, type LineCount, type Precision, type PrecisionInput } from './precision.ts';
export { substantiveLines } from './substantive-lines.ts';
export type { ChangedLines } from './whitespace-pairs.ts';
