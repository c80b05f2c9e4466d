# shellcheck shell=bash
# A new build folder is configured anew, and reads these.
export REFBENCH_BUILD=$HOME/coverage-build
export CFLAGS="${CFLAGS:-} --coverage" CXXFLAGS="${CXXFLAGS:-} --coverage" LDFLAGS="${LDFLAGS:-} --coverage"
