#!/bin/bash
# Runs as root in the temporary container of an agent that writes an environment. Sets up both commits
# in /testbed, the draft in /scripts, the tools and the forwarder to the model, and replaces itself by
# the agent. The agent is root, so that it can try the commands of install_system.sh.
# shellcheck source=/dev/null
source /refbench/steps/lib.sh
network_on
export NO_PROXY="127.0.0.1,localhost${NO_PROXY:+,$NO_PROXY}"
export no_proxy=$NO_PROXY DEBIAN_FRONTEND=noninteractive

cat >/usr/local/bin/as-bench <<'END'
#!/bin/bash
exec setpriv --reuid=10001 --regid=10001 --clear-groups --no-new-privs \
  env HOME=/home/bench USER=bench LOGNAME=bench "$@"
END
cat >/usr/local/bin/check-environment <<'END'
#!/bin/bash
exec /opt/node/bin/node /opt/refbench/check-environment.mjs
END
chmod 755 /usr/local/bin/as-bench /usr/local/bin/check-environment

cd /testbed || exit 126
as-bench bash -euc '
  tar -xf /given/base.tar
  git branch --quiet --move base
  git checkout --quiet -b golden
  git ls-files -z | xargs -0 rm -f --
  tar -xf /given/golden.tar
  git add --all --force
  git -c user.name=bench -c user.email=bench@localhost commit --quiet --allow-empty --message=golden
  git checkout --quiet base
' >&2 || exit 126
git config --system --add safe.directory '*'
mkdir -p /scripts && cp -R /given/scripts/. /scripts || exit 126

# shellcheck source=/dev/null
source /opt/refbench/open-gateway.sh
if [ -d /task/home ]; then
  cp -R /task/home/. "$HOME" || exit 126
fi
# shellcheck source=/dev/null
source /opt/refbench/start-agent.sh
start_agent "$@"
