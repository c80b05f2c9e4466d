import { countOf, wholePercent } from '@refbench/base';
import type { Change } from './change.ts';

/** Shares below this one are no evidence. */
const WORTH_SAYING = 0.25;
const MANY_NEW = 0.6;

/** Says in short sentences what speaks for a refactoring, and then what speaks against it. */
export function evidenceOf({ commits, purpose, signs }: Change): readonly string[] {
  const { codeFiles, movedFiles, codeLines, removedLines, blocks, declarations, measures } = signs;
  const { signals } = measures;
  const { moved, renamed } = declarations;
  const { changed, newTests, lostTests } = signs.expectations;
  const notSource = codeLines === 0 ? 0 : 1 - signs.sourceLines / codeLines;
  const across = blocks.acrossFiles / Math.max(1, removedLines);
  const said: readonly (readonly [boolean, string])[] = [
    [commits.length > 1, `${commits.length} commits of one author with one purpose`],
    [
      true,
      `${countOf(codeFiles, 'file')} with code, ${movedFiles === 0 ? '' : `${movedFiles} renamed, `}${countOf(codeLines, 'changed line')}`,
    ],
    [purpose.named !== undefined, `the message says "${purpose.named ?? ''}"`],
    [signals.kept >= WORTH_SAYING, `${wholePercent(signals.kept)} of the removed lines reappear`],
    [across >= WORTH_SAYING, `${wholePercent(across)} stand together in another file`],
    [moved > 0, `${countOf(moved, 'declaration')} moved with the same body`],
    [renamed > 0, `${countOf(renamed, 'declaration')} renamed with the same body`],
    [
      signals.renaming >= WORTH_SAYING,
      `${wholePercent(signals.renaming)} of the new names are consistent`,
    ],
    [purpose.doubt > 0, 'the message also says that it adds or fixes something'],
    [signals.novelty >= MANY_NEW, `${wholePercent(signals.novelty)} of the added lines are new`],
    [changed > 0, `${countOf(changed, 'expectation')} of tests changed`],
    [newTests > 0, countOf(newTests, 'new test')],
    [lostTests > 0, `${countOf(lostTests, 'test')} removed`],
    [
      notSource >= MANY_NEW,
      `${wholePercent(notSource)} of the changed lines are tests, or code that tests do not run`,
    ],
  ];
  return said.flatMap(([holds, text]) => (holds ? [text] : []));
}
