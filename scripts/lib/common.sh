# shellcheck shell=bash
# Shared by the scripts beside this folder. Everything they say goes to standard error.

# Several files of this folder may need it, but it can be read only once.
[[ -z ${common_is_read-} ]] || return 0
common_is_read=1

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
readonly root
readonly state_dir=$root/.refbench

say() { printf '%s\n' "$*" >&2; }

# die EXIT_CODE MESSAGE...
die() {
  local code=$1
  shift
  say "error: $*"
  exit "$code"
}

# Runs a command as root, or fails where this user cannot without a password.
as_root() {
  if [[ $(id -u) -eq 0 ]]; then "$@"; else sudo -n "$@"; fi
}

can_be_root() { as_root true 2>/dev/null; }

can_install_packages() {
  command -v apt-get >/dev/null && command -v dpkg-query >/dev/null && can_be_root
}

# Installs those of the named Debian packages that are missing; quick where none is.
install_packages() {
  local name present missing=()
  # It fails where one is unknown, and still prints the others.
  present=$(dpkg-query --show --showformat='${db:Status-Status} ${Package}\n' "$@" 2>/dev/null) || true
  for name in "$@"; do
    grep --quiet --line-regexp "installed $name" <<<"$present" || missing+=("$name")
  done
  [[ ${#missing[@]} -eq 0 ]] && return
  say "installing ${missing[*]}"
  local log=$state_dir/apt.log
  local options=(-o DPkg::Lock::Timeout=120 -o Dpkg::Options::=--force-confold)
  # A source that does not answer need not be the one of these packages. The installation shows it.
  as_root apt-get -qq update >"$log" 2>&1 || true
  if ! as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq "${options[@]}" install --yes \
    --no-install-recommends "${missing[@]}" </dev/null >>"$log" 2>&1; then
    tail -n 15 "$log" >&2
    return 1
  fi
}
