#!/usr/bin/env bash
# Adds packages to a pulled operating system layer; a bootstrapped one has them already.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib.sh
source /refbench/steps/lib.sh

begin 'packages of the operating system'
# shellcheck disable=SC1091
source /refbench/network/env.sh
export DEBIAN_FRONTEND=noninteractive
apt-get -qq update
apt-get -qq install --yes --no-install-recommends "$@"
clean_up
