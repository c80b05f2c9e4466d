# shellcheck shell=bash
# Prints the name of the test runner that the recipe starts.
refbench_test_runner() {
  local runner
  for runner in vitest jest; do
    if cat /scripts/suite /scripts/run-*.mjs 2>/dev/null | grep -q "$runner"; then
      echo "$runner"
      return
    fi
  done
  echo node
}
export -f refbench_test_runner
if [ "$(refbench_test_runner)" = node ]; then export NODE_V8_COVERAGE=/tmp/refbench-coverage/v8; fi
