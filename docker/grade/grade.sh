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

# Every base image has Node for the reporters. It must not read options from the environment.
exec env -u NODE_OPTIONS /usr/local/lib/refbench/bin/node /opt/refbench/run-suite.mjs
