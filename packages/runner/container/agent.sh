#!/bin/bash
# Runs inside the agent's container as the unprivileged user: the instance's shell set-up, then the
# agent itself in the place of this process.
cd /testbed || exit 126
if [ -r /scripts/setup_shell.sh ]; then
  # shellcheck source=/dev/null
  source /scripts/setup_shell.sh </dev/null >&2
fi
exec "$@"
