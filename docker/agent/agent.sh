#!/bin/bash
# Runs inside the agent's container as the unprivileged user. Starts the forwarder to the model, copies
# the agent's files to HOME, sources the instance's shell setup, and replaces itself by the agent.
cd /testbed || exit 126

# shellcheck source=/dev/null
source /opt/refbench/open-gateway.sh

if [ -d /task/home ]; then
  cp -R /task/home/. "$HOME" || exit 126
fi

if [ -r /scripts/setup_shell.sh ]; then
  # shellcheck source=/dev/null
  source /scripts/setup_shell.sh </dev/null >&2
fi
if [ -d /run/packages ]; then
  # shellcheck source=/dev/null
  source /opt/packages/use-door.sh
  refbench_open_door || exit 126
  refbench_use_door
  # The suite's own installation of npm and Python packages, which happens once per change of the manifests,
  # may use the door as well. That of the other languages compiles and tests, so it stays offline.
  if command -v uv >/dev/null || command -v npm >/dev/null; then export REFBENCH_WARM=1; fi
fi
# shellcheck source=/dev/null
source /opt/refbench/start-agent.sh
start_agent "$@"
