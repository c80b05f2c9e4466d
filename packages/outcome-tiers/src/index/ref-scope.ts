import { RefbenchError } from '@refbench/contracts';
import type { SourceRef } from '@refbench/repos';

/** Named sets of references to start from. In a mirror, `all` includes every pull request. */
const REF_SCOPES = {
  branches: 'refs/heads/',
  tags: 'refs/tags/',
  remotes: 'refs/remotes/',
  all: 'refs/',
} as const;

/** Default scopes: names of `REF_SCOPES`, or prefixes such as `refs/pull/`. */
export const DEFAULT_REFS: readonly string[] = ['branches', 'tags'];

/**
 * Returns the references in scope, in the order of the scopes and without duplicates.
 * @throws RefbenchError kind `usage` for a name that is neither a scope nor a prefix, `repository`
 *   if nothing is found
 */
export function refsInScope(
  refs: readonly SourceRef[],
  scope: readonly string[],
): readonly SourceRef[] {
  const prefixes = scope.map((name) => {
    if (name in REF_SCOPES) return REF_SCOPES[name as keyof typeof REF_SCOPES];
    if (name.startsWith('refs/')) return name;
    throw new RefbenchError({
      kind: 'usage',
      message: `--refs ${name} is not a valid scope`,
      hint: `use ${Object.keys(REF_SCOPES).join(', ')}, or a prefix such as refs/pull/`,
    });
  });
  const found = new Map<string, SourceRef>();
  for (const prefix of prefixes) {
    for (const ref of refs) if (ref.name.startsWith(prefix)) found.set(ref.name, ref);
  }
  if (found.size > 0) return [...found.values()];
  throw new RefbenchError({
    kind: 'repository',
    message: `the repository has no reference in scope ${scope.join(', ')}`,
    hint: 'specify other references with --refs, e.g. "remotes" for a clone without local branches',
  });
}
