import { shellQuote } from '@refbench/base';
import { bytePath, type Tree } from '@refbench/repos';
import { submodulesOf } from './submodules.ts';
import type { TreeView } from './tree-view.ts';

/** A submodule, the commit that a tree names, and the address of its repository. */
export interface PinnedSubmodule {
  readonly path: string;
  readonly url: string;
  readonly commit: string;
}

/**
 * Returns the submodules with these paths.
 * @param repositoryUrl - To which relative addresses of submodules refer.
 */
export async function pinnedSubmodules(
  paths: readonly string[],
  { view, tree, repositoryUrl }: { view: TreeView; tree: Tree; repositoryUrl: string | undefined },
): Promise<readonly PinnedSubmodule[]> {
  if (paths.length === 0) return [];
  return (await submodulesOf(view)).flatMap(({ path, url }) => {
    const entry = tree.get(bytePath(path));
    const address = url === undefined ? undefined : absolute(url, repositoryUrl);
    if (!paths.includes(path) || address === undefined || entry?.mode !== '160000') return [];
    return [{ path, url: address, commit: entry.oid }];
  });
}

/** Git reads `../other.git` as a neighbour of the repository itself. */
function absolute(url: string, repositoryUrl = ''): string | undefined {
  if (!/^\.{1,2}\//.test(url)) return url;
  const base = `${repositoryUrl.replace(/\/$/, '')}/`;
  return URL.canParse(url, base) ? new URL(url, base).href : undefined;
}

/** Returns shell lines that fetch what a tree lacks of its submodules, without their histories. */
export function fetchSubmodules(submodules: readonly PinnedSubmodule[]): string {
  const calls = submodules.map(
    ({ path, url, commit }) =>
      `  refbench_submodule ${shellQuote(path)} ${shellQuote(url)} ${commit}\n`,
  );
  return `if [ "\${REFBENCH_WARM:-}" = 1 ]; then
  # Tests read files of other repositories. Git shows nothing of a submodule's folder.
  refbench_submodule() {
    local path=$1 url=$2 commit=$3 store
    [ -z "$(ls -A -- "$path" 2>/dev/null)" ] || return 0
    store=$(mktemp -d)
    if git init --quiet --bare "$store" && git -C "$store" fetch --quiet --depth 1 -- "$url" "$commit"; then
      mkdir -p -- "$path" && git -C "$store" archive FETCH_HEAD | tar -x -C "$path"
    else
      echo "the submodule $path cannot be fetched from $url" >&2
    fi
    rm -rf -- "$store"
  }
${calls.join('')}fi

`;
}
