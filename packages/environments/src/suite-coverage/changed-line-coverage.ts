import type { SuiteCoverage } from '@refbench/contracts';
import { displayPath, type ChangedLines } from '@refbench/repos';
import { TESTBED } from '@refbench/workspace';
import { sum } from '@refbench/base';
import { ANY_FOLDER, type LineHits, type ReportedHits } from './line-hits.ts';

/** A line without any letter or digit: tools that report blocks also list lone brackets. */
const EMPTY = /^[^\p{L}\p{N}]*$/u;
const COMMENT = /^\s*(?:\/\/|#|\*|\/\*)/;

/**
 * Counts the added lines that a suite executed.
 *
 * @param added lines that golden adds, by path
 * @param hits executable lines of golden's tree
 */
export function changedLineCoverage(
  added: ChangedLines,
  hits: ReportedHits,
): Pick<SuiteCoverage, 'executed' | 'executable' | 'unlisted' | 'files'> {
  const find = fileFinder(hits);
  const files: SuiteCoverage['files'] = [];
  let unlisted = 0;
  for (const [bytes, lines] of added) {
    const path = displayPath(bytes);
    const known = find(path);
    if (known === undefined) {
      unlisted += lines.size;
      continue;
    }
    const executable = [...lines].filter(
      ([number, text]) => known.has(number) && !EMPTY.test(text) && !COMMENT.test(text),
    );
    const executed = executable.filter(([number]) => known.get(number) === true);
    if (executable.length === 0) continue;
    files.push({ path, executed: executed.length, executable: executable.length });
  }
  files.sort((left, right) => (left.path < right.path ? -1 : 1));
  return {
    executed: sum(files.map(({ executed }) => executed)),
    executable: sum(files.map(({ executable }) => executable)),
    unlisted,
    files,
  };
}

/** Returns a function that finds the lines of a path of the tree. The longest name wins. */
function fileFinder(hits: ReportedHits): (path: string) => LineHits | undefined {
  const byName = new Map(
    [...hits].map(([name, lines]) => [name.replace(`${TESTBED}/`, ''), lines] as const),
  );
  return (path) => {
    const parts = path.split('/');
    const ends = parts.map((_, index) => `${ANY_FOLDER}${parts.slice(index).join('/')}`);
    return [path, ...ends].map((name) => byName.get(name)).find((lines) => lines !== undefined);
  };
}
