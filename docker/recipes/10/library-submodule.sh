#!/bin/bash
# Fills the folder of a submodule, which a clone leaves empty, with what packages of the distribution have of its library:
# links to its headers, at the places where such libraries keep them, and a CMakeLists.txt with the targets of its CMake
# package. Git shows nothing of such a folder. A folder with content stays as it is.
#
#   library-submodule.sh FOLDER PACKAGE...
set -euo pipefail

to=$1
shift
[ -z "$(ls -A -- "$to" 2>/dev/null)" ] || exit 0
files=$(dpkg --listfiles "$@" 2>/dev/null) || exit 0
mkdir -p -- "$to/include" "$to/single_include"

# link FILE PATH: keeps what is there.
link() {
  mkdir -p -- "$(dirname -- "$to/$2")"
  [ -e "$to/$2" ] || ln -s -- "$1" "$to/$2"
}

grep -E '^/usr/include/(eigen3/)?[^/]+$' <<<"$files" | grep -vE '/(eigen3|[a-z0-9_]+-linux-gnu)$' |
  while IFS= read -r header; do
    for folder in '' include/ single_include/; do link "$header" "$folder${header##*/}"; done
  done || true
# The place of Catch before its second version.
header=/usr/include/catch2/catch.hpp
if grep -qxF "$header" <<<"$files"; then link "$header" single_include/catch.hpp; fi

# Imported targets belong to the folder that finds their package, unless they are global.
targets() {
  local target plain
  sed -nE 's/^ *add_library\(([^ )]+) [^)]*IMPORTED.*/\1/p' "$1"/*.cmake | sort -u |
    while IFS= read -r target; do
      echo "set_target_properties($target PROPERTIES IMPORTED_GLOBAL TRUE)"
      plain=${target##*::}
      [ "$plain" != "$target" ] || continue
      echo "if(NOT TARGET $plain)"
      echo "  add_library($plain INTERFACE IMPORTED GLOBAL)"
      echo "  set_property(TARGET $plain PROPERTY INTERFACE_LINK_LIBRARIES $target)"
      echo 'endif()'
    done
}

(grep -E '(Config|-config)\.cmake$' <<<"$files" || true) | while IFS= read -r config; do
  folder=${config%/*} name=${config##*/}
  name=${name%.cmake} name=${name%Config} name=${name%-config}
  for scripts in contrib extras cmake scripts/cmake; do link "$folder" "$scripts"; done
  echo "project($name NONE)"
  echo "find_package($name CONFIG REQUIRED PATHS $folder NO_DEFAULT_PATH)"
  targets "$folder"
done >"$to/CMakeLists.txt"
