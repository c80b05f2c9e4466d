/**
 * Shell functions for packages of git hosts that do not answer. `refbench_without_git` installs again and takes from
 * the registry what manifests take from git, under the names that they give; `refbench_named_after` takes the package
 * that has the name of the repository.
 */
export const WITHOUT_GIT: string = String.raw`# Where a git host does not answer, its packages are taken from the registry.
refbench_without_git() {
  grep -rohE --exclude-dir=.git --include='*.txt' --include='*.toml' --include='*.cfg' --include='setup.py' \
    '[A-Za-z][A-Za-z0-9._-]*(\[[A-Za-z0-9,._-]*\])? *@ *git\+|git\+[^ ]*#egg=[A-Za-z][A-Za-z0-9._-]*' . |
    sed -E 's/ *@ *git\+$//; s/^.*#egg=//' | sort -u >"$VIRTUAL_ENV/registry.txt"
  [ -s "$VIRTUAL_ENV/registry.txt" ] || return
  refbench_overrides=(--override "$VIRTUAL_ENV/registry.txt")
  refbench_pip "$@"
}

refbench_named_after() {
  local name
  name=$(sed -nE 's|^(--editable=)?git\+.*/([A-Za-z0-9._-]+)(@[^/]*)?([?&#].*)?$|\2|p' <<<"$1" | sed 's/\.git$//')
  [ -n "$name" ] && refbench_pip "$name"
}
`;
