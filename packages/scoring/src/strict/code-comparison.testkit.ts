import type { CodeComparison, Languages } from './file-lines.ts';
import type { FileChange, TreeChange } from './tree-change.ts';

/** The extension is the language, and code stays in its language. */
const BY_EXTENSION: Languages = {
  of: (path) => path.slice(path.lastIndexOf('.') + 1),
  accepts: (from, to) => from === to,
};

/** A file with lines added at its end, and lines of base removed by number. */
export function edited(
  added: readonly string[],
  removed: readonly (readonly [line: number, text: string])[] = [],
): FileChange {
  const hunk = {
    removed: removed.map(([line, text]) => ({ line, text })),
    added: added.map((text, at) => ({ line: at + 1, text })),
  };
  return { hunks: [hunk], gone: false, isSource: true };
}

export const REMOVED: FileChange = { hunks: [], gone: true, isSource: true };

export function changes(files: Readonly<Record<string, FileChange>>): TreeChange {
  return new Map(Object.entries(files));
}

export function comparisonOf(
  base: Readonly<Record<string, readonly string[]>>,
  golden: Readonly<Record<string, FileChange>>,
  patched: Readonly<Record<string, FileChange>>,
): CodeComparison {
  return {
    lines: new Map(Object.entries(base)),
    golden: changes(golden),
    patched: changes(patched),
    languages: BY_EXTENSION,
  };
}
