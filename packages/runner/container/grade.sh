#!/bin/bash
# Runs inside the grade container as root (few capabilities, no network): lays the patch over the
# clean tree, starts services, runs the suite as the unprivileged user, and keeps the verdict where
# only root can write. The host reads /verdict after the container has stopped.
set -u
umask 022

bench() {
  setpriv --reuid=10001 --regid=10001 --clear-groups --no-new-privs --inh-caps=-all \
    env -i PATH="$PATH" HOME=/home/bench USER=bench LOGNAME=bench TMPDIR=/tmp LANG=C.UTF-8 TZ=UTC "$@"
}

mkdir -m 700 /verdict || exit 70

# Lays the patch over the tree: whatever has the name of a changed path goes first, so that a folder, a
# file and a link can take each other's place. What cannot be laid is the patch's fault, not ours.
lay_patch() {
  if [ -s /patch/remove ]; then
    bench xargs -0 -a /patch/remove rm -rf -- || return
  fi
  if [ -s /patch/files.tar ]; then
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

# A suite that knows its tests by name may list them here; calibration reads it, no verdict does.
ids=/tmp/refbench-test-ids
bench REFBENCH_TEST_IDS=$ids bash -c 'cd /testbed; if [ -r /scripts/setup_shell.sh ]; then source /scripts/setup_shell.sh >&2; fi; exec /scripts/run_tests' \
  </dev/null >>/verdict/stdout
status=$?

# Whatever the code under test left running could still write; nothing of it may outlive this line.
bench bash -c 'kill -KILL -1' 2>/dev/null
# One byte more than a verdict may have: a flood stays recognisable and cannot be read for long.
head -c 65537 /verdict/stdout >/verdict/output
# As the suite's user: the file may be a link to anything.
bench head -c 67108864 "$ids" >/verdict/ids 2>/dev/null
printf '%s\n' "$status" >/verdict/status
