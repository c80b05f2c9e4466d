#!/bin/bash
# Runs inside the grade container as root (few capabilities, no network): lays the patch over the
# clean tree and starts services. run-suite.mjs then runs the suite and keeps the verdict where only
# root can write; the host reads /verdict after the container has stopped.
set -u
umask 022

bench() {
  setpriv --reuid=10001 --regid=10001 --clear-groups --no-new-privs --inh-caps=-all \
    env -i PATH="$PATH" HOME=/home/bench USER=bench LOGNAME=bench TMPDIR=/tmp LANG=C.UTF-8 TZ=UTC "$@"
}

# Lays the patch over the tree: whatever has the name of a changed path goes first, so that a folder, a
# file and a link can take each other's place. What cannot be laid is the patch's fault, not ours.
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

# The Node that every base image has for reporters; it takes no options from elsewhere.
exec env -u NODE_OPTIONS /usr/local/lib/refbench/bin/node /opt/refbench/run-suite.mjs
