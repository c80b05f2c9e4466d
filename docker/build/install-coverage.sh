#!/usr/bin/env bash
# A layer on an environment's image: the tool that measures which lines a suite executes, below
# /opt/coverage. No agent and no grading ever runs in it.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib.sh
source /refbench/steps/lib.sh

begin 'install.sh of the coverage tool'
network_on
export DEBIAN_FRONTEND=noninteractive HOME=/root
mkdir -p /opt/coverage
bash /refbench/coverage/install.sh </dev/null
clean_up
