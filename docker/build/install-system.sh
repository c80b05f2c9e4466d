#!/usr/bin/env bash
# The system layer of an environment: install_system.sh as root, with network.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib.sh
source /refbench/steps/lib.sh

begin 'install_system.sh'
network_on
export DEBIAN_FRONTEND=noninteractive
cd /
bash /refbench/system/install_system.sh </dev/null
clean_up
