/**
 * A shell function that reads in the messages of uv which package has no release of that day, because its author
 * removed all of them and published one again. It is then taken as of the day of that release. The function fails if
 * there is nothing new to allow.
 */
export const LATER_PACKAGES: string = `refbench_later=()
refbench_allow_later() {
  local found
  found=$(sed -nE 's/.*hint: .([A-Za-z0-9._-]+). was filtered by .exclude-newer.*published at ([0-9-]{10})T.*/\\1=\\2/p' "$1" | head -n 1)
  [ -n "$found" ] || return 1
  case " \${refbench_later[*]} " in *" $found "*) return 1 ;; esac
  refbench_later+=(--exclude-newer-package "$found")
}
`;
