import type { CodeFile, LineRun } from './code-lines.ts';

/** Whether every file has the same lines of code as before, and only their order differs. */
export function onlyReorders(files: readonly CodeFile[]): boolean {
  const changed = files.filter(({ removed, added }) => removed.length + added.length > 0);
  return (
    changed.length > 0 &&
    changed.every(
      ({ isMoved, removed, added }) => !isMoved && sortedText(removed) === sortedText(added),
    )
  );
}

function sortedText(runs: readonly LineRun[]): string {
  return runs.flat().toSorted().join('\n');
}
