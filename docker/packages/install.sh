#!/bin/bash
# Runs as the unprivileged user: installs what the tree's manifests ask for, like the build of the image,
# from the package door alone. Its status is that of the installation.
cd /testbed || exit 70
# shellcheck source=/dev/null
source /opt/packages/use-door.sh
refbench_open_door || exit 72
refbench_use_door
export REFBENCH_WARM=1
set -e
# shellcheck source=/dev/null
source /scripts/setup_shell.sh </dev/null >&2
