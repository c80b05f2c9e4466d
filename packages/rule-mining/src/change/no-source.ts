import { excludedPath } from '@refbench/scoring';

/** Names of folders with output, which are also names of modules. */
const AMBIGUOUS: ReadonlySet<string> = new Set([
  'build',
  'bin',
  'out',
  'obj',
  'target',
  'coverage',
]);

/**
 * Decides whether a file that a refactoring changes has no source code for rules: what precision excludes, except
 * modules below other folders that are named like output, such as `src/build/mod.rs`. In `bin` at the root, git has
 * programs that somebody wrote.
 */
export function isNoSource(path: string): boolean {
  const telling = path
    .split('/')
    .filter((part, index) => !AMBIGUOUS.has(part) || (index === 0 && part !== 'bin'));
  return excludedPath(telling.join('/')) !== undefined;
}
