# shellcheck shell=bash
# The checks of scripts/test.

# shellcheck source-path=SCRIPTDIR source=common.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

readonly checks_dir=$state_dir/checks
readonly check_names=(format lint unused mutation shell)

# run_tests RESULTS [ARGUMENT...]
# Runs vitest and writes a JSON report to RESULTS.
run_tests() {
  local results=$1
  shift
  say '== tests'
  npx --no-install vitest run --reporter=default --reporter=json --outputFile.json="$results" "$@"
}

# Starts all checks that are not tests in the background. Container tests mostly wait, so the checks
# cost little time beside them.
start_checks() {
  rm -rf "$checks_dir"
  mkdir -p "$checks_dir"
  run_checks &
  checks_pid=$!
  renice -n 10 -p "$checks_pid" >/dev/null || true
  # Without this, an interrupted test run would leave them behind.
  trap 'kill "$checks_pid" 2>/dev/null || true' EXIT
}

run_checks() {
  local name
  for name in "${check_names[@]}"; do one_check "$name" "check_$name"; done
}

check_format() { npm run --silent format:check; }
check_lint() { npm run --silent lint; }
check_unused() { npm run --silent unused; }
check_mutation() { npm run --silent mutation:check; }
check_shell() {
  command -v shellcheck >/dev/null || { echo 'skipped: shellcheck is not installed'; return; }
  local scripts=(.ci/run scripts/{api-reference,bare-quickstart,check-packages,docker-image,ensure-engine,pin-bundled-instance,record-demonstration,setup,quickstart,test})
  shellcheck -x "${scripts[@]}" scripts/lib/*.sh docker/*/*.sh docker/recipes/*/*.sh docker/counter/*/*_tests
}

# one_check NAME FUNCTION
one_check() {
  local name=$1 code=0
  "$2" >"$checks_dir/$name.log" 2>&1 || code=$?
  echo "$code" >"$checks_dir/$name.code"
}

# Waits for the checks, prints what they said, and adds the names of those that failed to `failed`.
finish_checks() {
  wait "$checks_pid" || true
  trap - EXIT
  local name
  for name in "${check_names[@]}"; do
    say "== $name"
    cat "$checks_dir/$name.log" >&2
    [[ $(cat "$checks_dir/$name.code" 2>/dev/null) == 0 ]] || failed+=("$name")
  done
}

# Prints the folders of the packages that differ from the base, and of those that depend on them.
affected_folders() {
  npx --no-install turbo ls --affected --output=json 2>/dev/null | node --eval '
    const { packages } = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
    for (const { path } of packages.items) console.log(path + "/");
  '
}
