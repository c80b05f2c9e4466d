#!/bin/bash
# Runs inside the container of an agent that writes rules, as the unprivileged user. Base is mounted
# read-only at /testbed. Starts the forwarder to the model, copies the agent's files to HOME, and replaces
# itself by the agent.
cd /testbed || exit 126

# shellcheck source=/dev/null
source /opt/refbench/open-gateway.sh

if [ -d /task/home ]; then
  cp -R /task/home/. "$HOME" || exit 126
fi
# shellcheck source=/dev/null
source /opt/refbench/start-agent.sh
start_agent "$@"
