#!/usr/bin/env bash
# Takes away what a tree no longer has of the one below it; what it has instead is in place already.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib.sh
source /refbench/steps/lib.sh

begin 'laying files'
cd /
xargs -0 -r rm -rf -- </refbench/removed
rm -rf "$state"
