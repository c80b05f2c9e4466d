# shellcheck shell=bash
report=$1
find /tmp/refbench-coverage -name '*.profraw' >/tmp/refbench-coverage/profiles
/opt/coverage/bin/llvm-profdata merge --sparse --failure-mode=all --input-files=/tmp/refbench-coverage/profiles \
  -o /tmp/refbench-coverage/merged
# Only what this run compiled is instrumented.
programs=()
while IFS= read -r -d '' program; do programs+=(--object "$program"); done < <(
  find /testbed "$HOME" -type f -path '*/deps/*' -perm -u+x ! -name '*.so' -newer /tmp/refbench-coverage/start -print0
)
/opt/coverage/bin/llvm-cov export --format=lcov --instr-profile=/tmp/refbench-coverage/merged \
  --ignore-filename-regex='/\.cargo/|/rustc/|/usr/' "${programs[@]}" >"$report"
