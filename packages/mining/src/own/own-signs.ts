import { sum } from '@refbench/base';
import { isSupportPath } from '@refbench/code-facts';
import type { Measures } from '../diff-filter/measures.ts';
import type { CodeFile } from './code-lines.ts';
import { compareDeclarations, type Declarations } from './declarations.ts';
import { compareExpectations, type Expectations } from './expectations.ts';
import { movedBlocks, type MovedBlocks } from './moved-blocks.ts';

/** What the diff of a change tells about it, beside its measures. */
export interface OwnSigns {
  readonly codeFiles: number;
  readonly movedFiles: number;
  /** Changed lines of code without comments and blank lines. */
  readonly codeLines: number;
  readonly removedLines: number;
  /** Of `codeLines`, those in source that tests can run. */
  readonly sourceLines: number;
  /** Share of the changed lines of these files that are comments or blank. */
  readonly comments: number;
  readonly blocks: MovedBlocks;
  readonly declarations: Declarations;
  readonly expectations: Expectations;
  readonly measures: Measures;
}

export function ownSigns(files: readonly CodeFile[], measures: Measures): OwnSigns {
  const lines = files.map(({ path, isTest, removed, added }) => {
    const [olds, news] = [removed, added].map((runs) => sum(runs.map((run) => run.length)));
    const isSource = !isTest && !isSupportPath(path);
    return { isSource, removed: olds ?? 0, all: (olds ?? 0) + (news ?? 0) };
  });
  const codeLines = sum(lines.map(({ all }) => all));
  const comments = sum(files.map((file) => file.comments));
  return {
    codeFiles: files.length,
    movedFiles: files.filter(({ isMoved }) => isMoved).length,
    codeLines,
    removedLines: sum(lines.map(({ removed }) => removed)),
    sourceLines: sum(lines.map(({ isSource, all }) => (isSource ? all : 0))),
    comments: comments / Math.max(1, codeLines + comments),
    blocks: movedBlocks(files),
    declarations: compareDeclarations(files),
    expectations: compareExpectations(files),
    measures,
  };
}
