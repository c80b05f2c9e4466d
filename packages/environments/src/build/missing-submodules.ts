import type { Adjustments, Diagnosis } from '@refbench/env-builder';

/**
 * Proposes the files of submodules that a log names. A tree only holds the commits of its submodules, and tests
 * often read their data there.
 * @param submodules - Paths of all submodules of the tree.
 */
export function withSubmodules(
  log: string,
  known: Adjustments,
  submodules: readonly string[],
): readonly Diagnosis[] {
  const named = submodules.filter(
    (path) =>
      !known.submodules.includes(path) &&
      new RegExp(`(^|[^\\w.-])${escaped(path)}(?![\\w-])`, 'm').test(log),
  );
  if (named.length === 0) return [];
  return [
    {
      adjustments: { ...known, submodules: [...known.submodules, ...named] },
      because: `the log names the ${named.length === 1 ? 'submodule' : 'submodules'} ${named.join(', ')}, whose files are not in the tree`,
    },
  ];
}

function escaped(path: string): string {
  return path.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
