# shellcheck shell=bash
export COVERAGE_PROCESS_START=/opt/coverage/coveragerc
export PYTHONPATH=/opt/coverage/python${PYTHONPATH:+:$PYTHONPATH}
