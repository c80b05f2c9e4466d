#!/bin/bash
# Copies a cargo workspace's manifests to another folder, with an empty source for every target, so
# that cargo can read them there.
#
#   manifest-copy.sh TO
set -euo pipefail

to=$1
rm -rf -- "$to"
mkdir -p "$to"
find . \( -name .git -o -name target -o -name node_modules \) -prune -o \
  \( -name Cargo.toml -o -name Cargo.lock -o -path './.cargo/*' -o -name 'rust-toolchain*' \) -type f -print0 |
  while IFS= read -r -d '' file; do
    mkdir -p "$to/$(dirname "$file")"
    cp "$file" "$to/$file"
  done
find "$to" -name Cargo.toml -print0 | while IFS= read -r -d '' manifest; do
  crate=$(dirname "$manifest")
  mkdir -p "$crate/src"
  touch "$crate/src/lib.rs" "$crate/build.rs"
  printf 'fn main() {}\n' >"$crate/src/main.rs"
  # Targets with a path of their own, and benches, examples and tests that are named without one.
  { grep -E '^\s*(path|build)\s*=\s*"[^"]+\.rs"' "$manifest" || true; } | sed -E 's/.*"([^"]+)".*/\1/' |
    while IFS= read -r source; do
      mkdir -p "$crate/$(dirname "$source")"
      [ -e "$crate/$source" ] || printf 'fn main() {}\n' >"$crate/$source"
    done
  for kind in bench:benches example:examples test:tests bin:src/bin; do
    awk -v section="[[${kind%%:*}]]" '/^\[/ { on = ($1 == section) } on && /^name *=/ { gsub(/^name *= *"|".*$/, ""); print }' "$manifest" |
      while IFS= read -r name; do
        mkdir -p "$crate/${kind#*:}"
        [ -e "$crate/${kind#*:}/$name.rs" ] || printf 'fn main() {}\n' >"$crate/${kind#*:}/$name.rs"
      done
  done
done
