# shellcheck shell=bash
report=$1
# A profile names files by their module. Inner modules come first, as their names are longer.
while IFS= read -r -d '' manifest; do
  module=$(sed -nE 's/^module[[:space:]]+"?([^"[:space:]]+).*/\1/p' "$manifest" | head -n 1)
  folder=$(realpath -- "$(dirname -- "$manifest")")
  [ -z "$module" ] || printf 's#^%s/#%s/#\n' "$module" "$folder"
done < <(find . -name go.mod -print0) | cat - <(
  # A project from before modules is linked to its place in GOPATH.
  find "$HOME/go/src" -type l -lname "$PWD" -printf "s#^%P/#$PWD/#\n" 2>/dev/null
) | awk '{ print length, $0 }' | sort -rn | cut -d' ' -f2- >/tmp/refbench-coverage/names.sed
cat /tmp/refbench-coverage/*.profile | sed -f /tmp/refbench-coverage/names.sed >"$report"
