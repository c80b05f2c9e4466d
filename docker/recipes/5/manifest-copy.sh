#!/bin/bash
# Copies a cargo workspace's manifests to another folder, with its sources, and with an empty source for every
# target of a manifest that has none here, so that cargo can read the manifests there.
#
#   manifest-copy.sh TO
set -euo pipefail

to=$1
rm -rf -- "$to"
mkdir -p "$to"
# Cargo finds most targets by the names of files. A source that is not there may change what a manifest means.
find . \( -name .git -o -name target -o -name node_modules \) -prune -o \
  \( -name Cargo.toml -o -name Cargo.lock -o -path '*/.cargo/*' -o -name 'rust-toolchain*' -o -name '*.rs' \) \
  -type f -print0 | xargs -0 -r cp --parents -t "$to" --

# Writes a source, unless one of these files is there.
#   source_for CRATE SOURCE [OTHER...]
source_for() {
  local crate=$1 one
  shift
  for one in "$@"; do [ ! -e "$crate/$one" ] || return 0; done
  mkdir -p "$(dirname "$crate/$1")"
  printf 'fn main() {}\n' >"$crate/$1"
}

find "$to" -name Cargo.toml -print0 | while IFS= read -r -d '' manifest; do
  grep -q '^\s*\[package\]' "$manifest" || continue
  crate=$(dirname "$manifest")
  # Targets with a path of their own, and benches, examples, tests and programs that are named without one.
  { grep -E '^\s*(path|build)\s*=\s*"[^"]+\.rs"' "$manifest" || true; } | sed -E 's/.*"([^"]+)".*/\1/' |
    while IFS= read -r source; do source_for "$crate" "$source"; done
  for kind in bench:benches example:examples test:tests bin:src/bin; do
    # A target is written at the end of its table, when its path is known.
    awk -v table="[[${kind%%:*}]]" '
      function end() { if (on && name != "" && !placed) print name; name = ""; placed = 0 }
      /^[[:space:]]*\[/ { end(); on = ($1 == table) }
      on && /^[[:space:]]*name[[:space:]]*=/ { name = $0; gsub(/^[^"]*"|".*$/, "", name) }
      on && /^[[:space:]]*path[[:space:]]*=/ { placed = 1 }
      END { end() }' "$manifest" |
      while IFS= read -r name; do
        folder=${kind#*:}
        others=("$folder/$name/main.rs")
        [ "$folder" != src/bin ] || others+=(src/main.rs "src/$name.rs")
        source_for "$crate" "$folder/$name.rs" "${others[@]}"
      done
  done
  # A library without a path has a file of its own, and a package without any target is an error.
  if awk '/^[[:space:]]*\[/ { on = ($1 == "[lib]"); lib = lib || on }
      on && /^[[:space:]]*path[[:space:]]*=/ { placed = 1 }
      END { exit !lib || placed }' "$manifest"; then
    source_for "$crate" src/lib.rs
  elif ! grep -qE '^\s*\[(lib\]|\[bin\])' "$manifest"; then
    source_for "$crate" src/lib.rs src/main.rs
  fi
done
