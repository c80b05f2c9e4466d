#!/bin/bash
# Runs inside the grade container as root (few capabilities, no network): writes the patched
# files over the clean tree and starts services. run-suite.mjs then runs the suite and writes the verdict
# where only root can write. The host reads /verdict after the container has stopped.
set -u
umask 022

bench() {
  setpriv --reuid=10001 --regid=10001 --clear-groups --no-new-privs --inh-caps=-all \
    env -i PATH="$PATH" HOME=/home/bench USER=bench LOGNAME=bench TMPDIR=/tmp LANG=C.UTF-8 TZ=UTC "$@"
}

# Writes the patched files over the tree. Existing entries at changed paths are removed first, so that
# folders, files and links can replace each other. If that fails, the patch is at fault.
lay_patch() {
  if [ -s /patch/remove ]; then
    bench xargs -0 -a /patch/remove rm -rf -- || return
  fi
  if [ -s /patch/files.tar ]; then
    # shellcheck disable=SC2016
    # What set-up left ignored may stand where a written file needs a folder.
    bench bash -c 'while IFS= read -r -d "" folder; do
      if [ -L "$folder" ] || [ ! -d "$folder" ]; then rm -f -- "$folder" || exit; fi
    done' </patch/folders || return
    # -m: changed files are newer than what was built from the old ones.
    bench tar -xmf /patch/files.tar -C /testbed || return
  fi
}

cd /testbed || exit 70
lay_patch || exit 71

if [ -r /scripts/setup_system.sh ]; then
  bash /scripts/setup_system.sh </dev/null >&2 || echo "setup_system.sh: status $?" >&2
fi

# Installs recorded packages before the suite. The way to them belongs to another user and is closed again
# before any test runs.
install_packages() {
  setpriv --reuid=10003 --regid=10003 --clear-groups --no-new-privs --inh-caps=-all \
    env -i /usr/local/lib/refbench/bin/node /opt/forwarder/forward.mjs 8081 /run/packages/gw.sock \
    </dev/null >/dev/null 2>&1 &
  local forwarder=$! status
  # Its end is no news for the log.
  disown "$forwarder"
  for _ in {1..300}; do
    (: </dev/tcp/127.0.0.1/8081) 2>/dev/null && break
    sleep 0.05
  done
  bench timeout 840 bash /opt/packages/install.sh >&2
  status=$?
  bench bash -c 'kill -KILL -1' 2>/dev/null
  kill -KILL "$forwarder" 2>/dev/null
  [ "$status" -eq 0 ] || echo "packages: the installation ended with status $status" >&2
  printf '{"status":%d}' "$status" >/packages-installed.json
}

if [ -d /run/packages ]; then install_packages; fi

# Every base image has Node for the reporters. It must not read options from the environment.
exec env -u NODE_OPTIONS /usr/local/lib/refbench/bin/node /opt/refbench/run-suite.mjs
