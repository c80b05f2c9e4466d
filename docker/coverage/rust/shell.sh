# shellcheck shell=bash
export RUSTFLAGS="${RUSTFLAGS:-} -C instrument-coverage" CARGO_INCREMENTAL=0
export LLVM_PROFILE_FILE=/tmp/refbench-coverage/%p-%m.profraw
