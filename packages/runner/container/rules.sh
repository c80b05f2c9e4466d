#!/bin/bash
# Runs inside the container of an agent that writes rules, as the unprivileged user. Base is mounted
# read-only at /testbed. Makes the commands that ask the host, starts the forwarder to the model, copies
# the agent's files to HOME, and replaces itself by the agent.
cd /testbed || exit 126

mkdir -p /tmp/rule-commands || exit 126
for command in register finish; do
  cat >"/tmp/rule-commands/$command-rules" <<END
#!/bin/bash
exec /opt/node/bin/node /opt/refbench/rule-command.mjs $command "\$@"
END
done
chmod 755 /tmp/rule-commands/*
export PATH="/tmp/rule-commands:/opt/ripgrep/bin:$PATH"

# shellcheck source=/dev/null
source /opt/refbench/open-gateway.sh

if [ -d /task/home ]; then
  cp -R /task/home/. "$HOME" || exit 126
fi
# shellcheck source=/dev/null
source /opt/refbench/start-agent.sh
start_agent "$@"
