import type { Adjustments, Diagnosis } from '@refbench/env-builder';

/**
 * Proposes that git ignores what the set-up writes in the tree. A tracked file that it changes cannot be ignored.
 * @param unclean - Lines of `git status --porcelain`.
 */
export function ignoreWritten(
  unclean: readonly string[],
  known: Adjustments,
): readonly Diagnosis[] {
  // Git quotes names with unusual characters. No set-up writes those on purpose.
  const written = unclean.map((line) => /^\?\? ([^"].*)$/.exec(line)?.[1]);
  const paths = written.filter((path) => path !== undefined);
  const ignored = [...new Set([...known.ignored, ...paths])];
  if (paths.length < written.length || ignored.length === known.ignored.length) return [];
  return [
    {
      adjustments: { ...known, ignored },
      because: `the set-up writes files that no .gitignore covers, such as ${paths[0] ?? ''}`,
    },
  ];
}
