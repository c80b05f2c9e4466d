# shellcheck shell=bash
# Runs the container tests again and again, to find those that fail by chance.

# shellcheck source-path=SCRIPTDIR source=common.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

readonly repeats_dir=$state_dir/repeats

# repeat_tests TIMES BUSY [ARGUMENT...]
# Prints a table with one row per time. Fails if any test failed. With BUSY, four loops compete with
# the tests for the processor.
repeat_tests() {
  local times=$1 busy=$2 code=0 time loops=()
  shift 2
  rm -rf "$repeats_dir"
  mkdir -p "$repeats_dir"
  if [[ -n $busy ]]; then
    for _ in 1 2 3 4; do
      (while :; do :; done) &
      loops+=("$!")
    done
    # The numbers of the processes are known now, and `loops` is not any more when the trap runs.
    # shellcheck disable=SC2064
    trap "kill ${loops[*]} 2>/dev/null || true" EXIT
  fi
  for ((time = 1; time <= times; time += 1)); do
    say "== time $time of $times${busy:+, with four busy loops}"
    npx --no-install vitest run --project 'docker*' --reporter=default --reporter=json \
      --outputFile.json="$repeats_dir/$time.json" "$@" >"$repeats_dir/$time.log" 2>&1 ||
      { code=1; tail -n 60 "$repeats_dir/$time.log" >&2; }
    node scripts/repeat-table.mjs "$repeats_dir/$time.json" >&2
  done
  say '== all times'
  node scripts/repeat-table.mjs "$repeats_dir"/*.json
  return "$code"
}
