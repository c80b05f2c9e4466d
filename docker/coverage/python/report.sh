# shellcheck shell=bash
report=$1
unset COVERAGE_PROCESS_START
python3 -m coverage combine --quiet --rcfile=/opt/coverage/coveragerc
python3 -m coverage lcov --quiet --ignore-errors --rcfile=/opt/coverage/coveragerc -o "$report"
