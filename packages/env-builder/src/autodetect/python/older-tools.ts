/**
 * A shell function that reads in the messages of uv that a package must be built with an older setuptools: releases
 * from 46 on lack `Feature`, and from 58 on `use_2to3`. Packages of one call are then built with the last release
 * that has both. The function fails if the messages do not say so, or if this was tried.
 */
export const OLDER_TOOLS: string = `refbench_older_tools() {
  local constraints=$VIRTUAL_ENV/build-constraints.txt
  [ \${#refbench_tools[@]} -eq 0 ] || return 1
  grep -qE "use_2to3 is invalid|cannot import name 'Feature' from 'setuptools'" "$1" || return 1
  echo 'setuptools<46' >"$constraints"
  refbench_tools=(--build-constraints "$constraints")
}
`;
