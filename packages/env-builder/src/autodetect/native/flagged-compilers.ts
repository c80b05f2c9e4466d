/**
 * Lines for setup_shell.sh. A build that sets its own flags replaces those of the environment, even in the environment
 * of what it calls, so wrappers of the compilers know them. Builds run in a copy of the tree at `REFBENCH_BUILD`,
 * because they write next to the sources.
 */
export const FLAGGED_COMPILERS = `export REFBENCH_BUILD=$HOME/build
refbench_compilers() {
  local folder=$HOME/.refbench-compilers scripts name found
  scripts=$(realpath -- "$(dirname -- "\${BASH_SOURCE[0]}")")
  mkdir -p "$folder"
  export PATH=\${PATH//"$folder:"/}
  for name in cc c++ gcc g++ clang clang++; do
    found=$(command -v "$name") || continue
    printf '#!/bin/bash\\nCFLAGS=%q CXXFLAGS=%q exec bash %s %s "$@"\\n' \\
      "\${CFLAGS:-}" "\${CXXFLAGS:-}" "$scripts/without-werror.sh" "$found" >"$folder/$name"
    chmod +x "$folder/$name"
  done
  export PATH=$folder:$PATH
}
refbench_compilers
`;

/** The line of a suite that enters the copy. */
export const ENTER_COPY =
  'rm -rf "$REFBENCH_BUILD" && cp -R . "$REFBENCH_BUILD" && cd "$REFBENCH_BUILD" || return\n';
