import { sum } from '@refbench/base';
import type { OwnRules } from './own-rules.ts';
import type { OwnSigns } from './own-signs.ts';
import type { Purpose } from './purpose.ts';

/** Returns the signs of data/own.yaml, each in 0..1. */
function signShares(
  purpose: Pick<Purpose, 'message' | 'doubt'>,
  signs: OwnSigns,
): Record<keyof OwnRules['merits'] | keyof OwnRules['faults'], number> {
  const { signals } = signs.measures;
  const { moved, renamed, fresh, gone } = signs.declarations;
  const { expectations, blocks, codeFiles, codeLines, sourceLines } = signs;
  return {
    message: purpose.message,
    kept: signals.kept,
    blocks: blocks.lines / Math.max(20, signs.removedLines),
    declarations: clamp((moved + renamed) / 5),
    renaming: signals.renaming,
    balance: signals.balance,
    breadth: clamp(Math.log10(Math.max(2, codeFiles) / 2)),
    size: clamp(Math.log10(Math.max(60, codeLines) / 60)),
    doubt: purpose.doubt,
    expectations: clamp(
      (expectations.changed +
        expectations.fresh / 2 +
        expectations.newTests +
        expectations.lostTests) /
        (4 + codeLines / 60),
    ),
    novelty: clamp(2 * signals.novelty - 1),
    fresh: fresh / Math.max(4, fresh + gone + moved + renamed),
    tests: codeLines === 0 ? 0 : 1 - sourceLines / codeLines,
    foreign: Math.max(signs.comments, signals.foreign),
    whitespace: signals.whitespace,
    imports: signals.imports,
    substitution: clamp(10 * signals.substitution - 9),
  };
}

/** Scores a change in 0..1; see data/own.yaml. */
export function ownScore(
  purpose: Pick<Purpose, 'message' | 'doubt'>,
  signs: OwnSigns,
  { merits, faults }: OwnRules,
): number {
  const shares = signShares(purpose, signs);
  const total = (weights: Readonly<Record<string, number>>): number =>
    sum(Object.entries(weights).map(([name, by]) => by * shares[name as keyof typeof shares]));
  return clamp(total(merits) - total(faults));
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}
